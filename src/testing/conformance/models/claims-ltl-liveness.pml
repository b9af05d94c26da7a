/* What has to happen, with and without fairness. */
/* $ pan -a -N served */
/* $ pan -a -f -N served */
/* $ cc -DNOREDUCE; pan -a -N once */
bool wants, served; byte other;

active proctype user() { do :: wants = true; served = true; wants = false; served = false od }
active proctype busy() { do :: other = 1 - other od }

ltl served { [] (wants -> <> served) }
ltl once { eventually served }
