/* C that says itself when something is wrong, with a test before it. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -c0 */
byte n;

active [2] proctype p() {
  do
  :: n < 4 -> n++; c_code [now.n < 5] { now.n = now.n; }
  :: n >= 4 -> break
  od
}
