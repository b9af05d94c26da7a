/* A claim about progress itself. */
/* $ pan -a */
/* $ cc -DNOREDUCE; pan -a */
byte n;

active proctype p() {
  do
  :: n < 2 -> n++
  :: n == 2 ->
progress: n = 0
  :: n == 1 -> n = 0
  od
}

never { do :: true :: np_ -> break od; accept: do :: np_ od }
