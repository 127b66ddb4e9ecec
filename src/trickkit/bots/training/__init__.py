"""How bots learn: self-play on lanes, by Deep Monte Carlo.

`kernels` has the compiled network, `deciding` decides in lanes, `playing` plays against itself and stores what followed
from decisions, and `learner` fits the network to it. `schedule` says how long, and keeps what a match says is better.
"""
