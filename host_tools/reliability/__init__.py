"""How often the sensing is wrong, on very many random boards.

A *lot* (`lots`) is a few boards, each property drawn at random from the spread of production
(`spread`): sensors, converter, magnets, heights, where each tile lies in its cell, temperature and
supply. Field, sensors and converter are the simulator's. What lies there is decided by the
firmware's own code, from setting zeros to the code of each cell (`looking`); `others` decides on
the same readings in simpler ways. `counts` adds up, `batches` keeps what was counted, so that a run
goes on where it was broken off; `page` and `pictures` make the report.

    python -m host_tools.reliability            go on with the plan, then print the figures
    python -m host_tools.reliability --write    and keep them in docs/measured/sensing.md
"""
