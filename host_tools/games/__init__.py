"""Games on the computer: solvers, tables and analysis."""
