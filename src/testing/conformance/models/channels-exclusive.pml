/* Who alone sends and receives, so that less need be tried. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
chan c = [2] of { byte };
byte last;

active proctype sender() { xs c; c!1; c!2; c!3 }
active proctype receiver() {
  xr c; byte i;
  for (i : 1 .. 3) { c?last };
  assert(last == 3)
}
