"""The books of xtic: built from proofs, and proved."""
