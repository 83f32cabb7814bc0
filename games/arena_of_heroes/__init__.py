"""The rules of Arena of Heroes; rules are cited as in docs/rules/arena-of-heroes.md (`A5.3`)."""
