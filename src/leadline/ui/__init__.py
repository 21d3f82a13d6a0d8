"""The dashboard: pages for people, a JSON API for programs, the archive to be read off line (`leadline serve`)."""
