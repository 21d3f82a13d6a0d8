"""What a topic is, and whether a page is about it. docs/rooms/topics.md says which file does what, and has the
file format, the measurements and the commands that repeat them."""
