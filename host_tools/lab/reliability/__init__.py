"""What is promised, tried very often. Each folder is one experiment: `conditions` has the plan and
what is counted, `trial` runs one, `report` declares it and makes its page."""
