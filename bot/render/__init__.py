"""Pictures and text boards drawn from views. Pillow lives here alone."""
