"""The slash commands, one cog a game and one an area: options in, flow called, nothing else."""
