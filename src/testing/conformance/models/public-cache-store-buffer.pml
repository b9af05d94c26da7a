/* Writes wait in a buffer, so that both processes read what was before. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY; pan -e -c0 */
/* $ cc -DSAFETY -DREACH; pan -i */
byte x, y, r[2];
chan buffer[2] = [1] of { byte };
byte done;

active [2] proctype cpu() {
  buffer[_pid] ! 1;
  r[_pid] = (_pid == 0 -> y : x);
  done++
}

active proctype memory() {
  byte v;
end:
  do
  :: buffer[0] ? v -> x = v
  :: buffer[1] ? v -> y = v
  od
}

active proctype judge() {
  done == 2;
  assert(r[0] == 1 || r[1] == 1)
}
