"""Words of natural languages, one TOML file a language: what controls say that look something up, and deeds."""
