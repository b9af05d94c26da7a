/* Control goes over at a rendezvous within an atomic sequence, and comes back. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -e -c0 */
chan a = [0] of { byte };
chan b = [0] of { byte };
byte order[6]; byte at;
inline note(x) { order[at] = x; at++ }
active proctype left() {
  byte x;
  atomic { note(1); a!1; note(2); b?x; note(3) };
  assert(x == 9)
}
active proctype right() {
  byte y;
  atomic { a?y; note(4); b!9; note(5) }
}
active proctype witness() {
  at == 5;
  assert(order[0] == 1);
  assert(order[1] == 4)
}
