"""A simulated world with a port: magnets, sensors, LEDs, how tiles come to rest, and a clock.

From magnet to number: tiles, grip, settling (where things are) -> magnets, fields (what
the sensors feel) -> sensors, mux, adc (what the converter says), put together in frontend.
From number to light: leds. `board.SimulatedBoard` is all of it with the firmware inside,
and the hands of `host_tools.board.hands` play on it. Everything random comes from one seed.
"""
