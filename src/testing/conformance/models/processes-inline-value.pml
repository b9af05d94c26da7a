/* Text that gives a value back. */
/* $ pan */
int n, m;

inline next_even(x) {
  int y;
  y = (x % 2 == 0 -> x + 2 : x + 1);
  return y
}

active proctype p() {
  n = next_even(3);
  m = next_even(n);
  assert(n == 4 && m == 6)
}
