"""The files of a release: a file for new Picos, the wheel, site and hardware archives."""
