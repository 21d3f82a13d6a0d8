"""What can be done with Leadline, as functions: settings in, progress while it lasts, a result out.

The command line and `leadline`'s Python functions are two faces of this room; it knows neither. docs/rooms/cli.md
says which file does what."""
