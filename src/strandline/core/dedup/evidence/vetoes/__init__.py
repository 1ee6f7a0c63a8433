"""The vetoes, one idea a module: each looks at a pair and says what speaks against SAME."""
