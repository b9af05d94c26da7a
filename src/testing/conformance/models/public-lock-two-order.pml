/* Two locks that are taken in two orders: a deadlock. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan -E */
/* $ cc -DBFS -DSAFETY; pan */
bool a, b;

active proctype one() {
  do
  :: atomic { !a -> a = true }; atomic { !b -> b = true }; a = false; b = false
  od
}

active proctype two() {
  do
  :: atomic { !b -> b = true }; atomic { !a -> a = true }; b = false; a = false
  od
}
