"""What graphmem costs, as ratios to encoding alone, measured in turn with it."""
