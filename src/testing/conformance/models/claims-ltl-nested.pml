/* Formulas within formulas. */
/* $ pan -a -N settles */
/* $ pan -a -N returns */
/* $ pan -a -N order */
byte n;

active proctype p() { do :: n == 0 -> n = 1 :: n == 1 -> n = 2 :: n == 2 -> n = 0 :: n == 2 -> break od }

ltl settles { <> [] (n == 2) }
ltl returns { [] <> (n == 0) }
ltl order { [] ((n == 1) -> ((n == 1) U (n == 2))) }
