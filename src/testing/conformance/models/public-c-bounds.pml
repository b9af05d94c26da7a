/* C with a precondition that fails. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
c_decl { int cells[4]; }
int at;
active proctype filler() {
  do
  :: at < 6 -> c_code [now.at < 4] { cells[now.at] = now.at; }; at++
  :: else -> break
  od
}
