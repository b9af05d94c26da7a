/* A lock that is taken by test and set. */
/* $ cc -DSAFETY; pan */
/* $ cc -DBFS -DSAFETY; pan */
bool taken;
byte inside;

inline lock() {
  do
  :: atomic { !taken -> taken = true; break }
  od
}

active [4] proctype user() {
  lock();
  inside++;
  assert(inside == 1);
  inside--;
  taken = false
}
