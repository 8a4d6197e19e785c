"""What each game shows on its board message: data in, components out."""
