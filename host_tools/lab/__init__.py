"""The developers' laboratory: measurements, ladders and studies. No other package imports it."""
