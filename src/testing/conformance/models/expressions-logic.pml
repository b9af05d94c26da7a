/* Comparisons and connectives. */
/* $ pan */
byte a = 3, b = 4; bool t;

active proctype p() {
  t = a < b && b <= 4; assert(t);
  t = a > b || !(a == 3); assert(!t);
  t = (a >= 3) == (b != 5); assert(t);
  assert(true && !false);
  (a < b -> b : a) == 4;
  assert((t -> 1 : 0) + (a > 9 -> 5 : 6) == 7)
}
