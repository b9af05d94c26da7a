/* Those with a greater priority go first. */
/* $ cc -DNOREDUCE; pan */
byte order, first;

active proctype low() priority 1 { if :: first == 0 -> first = 1 :: else fi; order++ }
active proctype high() priority 5 { if :: first == 0 -> first = 5 :: else fi; order++ }
