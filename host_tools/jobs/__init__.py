"""Tools for long-running work: progress, safe handling of Ctrl-C, a cache, reports."""
