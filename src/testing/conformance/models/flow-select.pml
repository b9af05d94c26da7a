/* A number out of a range. */
/* $ pan */
/* $ cc -DNOREDUCE; pan -c0 -e */
byte i, even;

active proctype any() {
  select (i : 2 .. 6);
  even = (i % 2 == 0 -> 1 : 0);
  assert(i != 5)
}
