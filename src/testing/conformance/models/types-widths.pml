/* Values that do not fit are cut to the width of their type. */
/* $ pan */
/* $ cc -DNOREDUCE; pan -E */
bit b; bool t = true; byte by; short s; int i; unsigned u : 5; pid p;

active proctype widen() {
  by = 255; by++;
  s = 32767; s = s + 1;
  i = 2147483647; i = i + 1;
  u = 31; u = u + 3;
  b = 1; b = b + 0;
  t = !t; p = _pid;
  assert(by == 0 && u == 2 && s < 0 && i < 0)
}
