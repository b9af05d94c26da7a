/* A claim written by hand. */
/* $ cc -DNOREDUCE; pan -a */
/* $ pan */
byte n;

active proctype p() { do :: n < 3 -> n++ :: n == 3 -> n = 0 od }

never {
T0:
  do
  :: n == 2 -> goto accept_two
  :: true
  od;
accept_two:
  do
  :: n != 3
  od
}
