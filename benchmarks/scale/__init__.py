"""What the next session costs beside 3,000, 30,000 and 300,000 turns of one space.

`fill` brings a space to so many turns of the generated world, `sessions`, `turns` and `decisions`
measure beside them; ``python -m benchmarks.scale`` does all and writes ``benchmarks/scale.json``.
"""
