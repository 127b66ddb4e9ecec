"""House-rule sheets: TOML files that define a game by its differences from another.

Games need no preparation for sheets: the parameters of a phase or policy are its attrs fields, and the type of a field
determines how its value is read. A sheet may name the public classes of that type, from the library and from the base's
own file. The rules keep the text of the sheet, so that they can be built again without the file.

`sheet` reads a sheet and makes the rules, `values` reads a value by its type, `policies` finds the policies that fit,
`making` builds them, and `node` and `lines` store the line on which each value was written.
"""
