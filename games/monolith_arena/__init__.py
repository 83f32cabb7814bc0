"""Monolith Arena (2018, designed by M. Oracz): the rules, R1 to R15."""
