/* Jumps into and out of loops, and labels at ends that are meant. */
/* $ pan */
byte n;

active proctype jumper() {
  do
  :: n < 2 -> goto middle
  :: n >= 2 -> goto out
middle: n++
  od;
out: skip
}

active proctype waits() {
end_idle:
  n == 99
}
