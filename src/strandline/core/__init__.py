"""Pure functions: no input or output, no clock, no randomness."""
