/* A process that is said to make no choices. */
/* $ pan */
byte n;

active D_proctype counts() { do :: n < 3 -> n++ :: else -> break od; assert(n == 3) }
