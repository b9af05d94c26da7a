/* A queue: what is in it, whether it is full, and its order. */
/* $ pan */
chan c = [2] of { byte };
byte x, y;

active proctype p() {
  assert(empty(c) && nfull(c) && len(c) == 0);
  c!1; c!2;
  assert(full(c) && nempty(c) && len(c) == 2);
  c?x; c?y;
  assert(x == 1 && y == 2)
}
