"""xtic on the computer: proofs and the opening book."""
