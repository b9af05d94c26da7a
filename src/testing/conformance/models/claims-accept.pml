/* Cycles through what should not go on for ever. */
/* $ pan -a */
/* $ pan -a -f */
/* $ cc -DSAFETY; pan */
byte n;

active proctype p() {
  do
  :: n == 0 -> n = 1
  :: n == 1 ->
accept: n = 0
  od
}

active proctype q() { do :: n = n od }
