"""What runs without anyone pressing a button."""
