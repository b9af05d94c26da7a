/* Loops that end by break and by goto. */
/* $ pan */
byte n, m;

active proctype loop() {
  do
  :: n < 5 -> n++
  :: n < 5 -> n = n + 2
  :: n >= 5 -> break
  od;
again:
  if
  :: m < 3 -> m++; goto again
  :: else
  fi;
  assert(n == 5 || n == 6)
}
