/* The same in two steps, which is wrong. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DREACH; pan -i */
/* $ cc -DBCS -DSAFETY; pan -L1 */
/* $ cc -DBCS -DSAFETY; pan -L2 */
/* $ cc -DBFS -DSAFETY; pan */
bool taken;
byte inside;

active [3] proctype user() {
  !taken;
  taken = true;
  inside++;
  assert(inside == 1);
  inside--;
  taken = false
}
