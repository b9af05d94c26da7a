/* Who took the last step. */
/* $ cc -DNOREDUCE; pan -a */
byte a, b;

active proctype p() { do :: a < 2 -> a++ :: else -> break od }
active proctype q() { do :: b < 2 -> b++ :: else -> break od }

ltl alternates { [] (_last != 0 || b < 2) }
