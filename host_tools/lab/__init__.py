"""What answers a question of the makers: measurements, ladders, studies. Nothing imports it."""
