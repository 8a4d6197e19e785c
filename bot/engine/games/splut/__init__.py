"""Splut!: sorcerers, trolls and dwarves fight in a diamond of 41 squares, and only a thrown rock kills."""
