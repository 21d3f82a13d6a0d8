"""What can be done with Leadline, as functions: settings in, progress while it lasts, a result out.

- `settings`  every section of a configuration as one value, and what a user says about it
- `progress`  what a use-case tells while it works, and the `Supervisor` who hears it, may stop it, may be asked
- `targets`   what a word means: a URL, a file, standard input
- `inspect`   pages → every form understood; `describe` as JSON, `drawing` as a picture
- `locate`, `harvest`   the two loops put together: a folder, a door, what they are to do
- `project`   both, one after the other, as one file describes it
- `resume`    go on where a folder stopped, and what that folder may decide by itself
- `folders`   what a folder holds: status, export, rows, data frames
- `topic`     make a topic, train it, test it

The command line and `leadline`'s Python functions are two faces of this room; it knows neither."""
