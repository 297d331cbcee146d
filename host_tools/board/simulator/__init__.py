"""A simulated world with a port: magnets, sensors, LEDs, a physical model of tiles, and a clock.

From magnet to number: tiles, grip and settling (positions) -> magnets and fields (the field at the
sensors) -> sensors, mux and adc (the converter's readings), combined in frontend. From number to
light: leds. `board.SimulatedBoard` combines all of it with the firmware, and the hands of
`host_tools.board.hands` play on it. One seed determines everything random.
"""
