/* Until, weak until, release and equivalence. */
/* $ pan -a -N u */
/* $ pan -a -N w */
/* $ pan -a -N v */
/* $ pan -a -N e */
byte n; bool low = true;

active proctype p() { n = 1; n = 2; low = false; n = 3 }

ltl u { low U (n == 3) }
ltl w { (n < 3) W (n == 3) }
ltl v { (n == 9) V (n < 9) }
ltl e { [] ((n == 3) <-> (n > 2)) }
