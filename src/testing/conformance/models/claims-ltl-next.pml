/* The state after this one. */
/* $ cc -DNOREDUCE; pan -a -N steps */
/* $ pan -a -N soon */
byte n;

active proctype p() { do :: n < 3 -> n++ :: n == 3 -> n = 0 od }

ltl steps { [] ((n == 3) -> X (n == 3 || n == 0)) }
ltl soon { <> (n == 2 && next (n == 3)) }
