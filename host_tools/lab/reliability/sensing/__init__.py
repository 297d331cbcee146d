"""How often the sensing is wrong, on very many random boards.

A *group* (`groups`) is a few boards, each property drawn at random from the spread of production
(`spread`): sensors, converter, magnets, heights, where each tile lies in its cell, temperature and
supply. Field, sensors and converter are the simulator's. What lies there is decided by the
firmware's own code, from setting zeros to the code of each cell (`looking`); `others` decides on
the same readings in simpler ways. `counts` adds up; `page` and `pictures` make the report.
"""
