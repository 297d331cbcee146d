"""What long work needs: progress, Ctrl-C that breaks nothing, a cache, reports."""
