"""How bots learn: self-play on lanes, by Deep Monte Carlo.

`kernels` has the compiled network, `deciding` decides in lanes, `playing` plays against itself and stores decisions
with their results, and `learner` fits the network to these. `schedule` decides how long to train, and keeps a network
if a match shows that it is better.
"""
