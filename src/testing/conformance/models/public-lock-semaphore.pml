/* A counting semaphore as a channel full of tokens. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DNOCLAIM; pan -q */
/* $ spin -o3; cc -DSAFETY; pan */
mtype = { token };
chan free = [2] of { mtype };
byte inside;

active [4] proctype user() {
  free ? token;
  inside++;
  assert(inside <= 2);
  inside--;
  free ! token
}

init {
  free ! token;
  free ! token
}
