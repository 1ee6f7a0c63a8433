"""Named lists of steps: gather through ports, decide in core, apply through ports."""
