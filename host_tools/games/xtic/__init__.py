"""xtic on the computer: proofs, book, matches between levels."""
