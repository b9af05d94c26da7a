/* The same without the grace period. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan -t_reverse */
/* $ cc -DBCS -DSAFETY; pan -L2 */
bit current;
bool freed[2];

active [2] proctype reader() {
  bit seen;
  seen = current;
  assert(!freed[seen])
}

active proctype writer() {
  bit old = current;
  current = 1 - old;
  freed[old] = true
}
