"""How often the sensing is wrong, on very many random boards.

A *group* (`groups`) is a few boards, each property drawn from the production spread (`spread`):
sensors, converter, magnets, heights, the place of each tile in its cell, temperature and supply.
Field, sensors and converter are the simulator's. The firmware's own code decides what is on each
cell, from setting zeros to the cell's code (`looking`); `others` decides from the same readings in
simpler ways. `conditions` has the counts; `report` makes the page and the pictures.
"""
