/* Registers with a clock: a queue of two cells, full and empty by one bit more. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N drains */
/* $ cc; pan -a -f -N drains */
#define EMPTY (head == tail)
#define FULL ((head ^ tail) == 2)
unsigned head : 2;
unsigned tail : 2;
bit cell[2]; bit expect; byte made;
active proctype write() {
  do
  :: d_step { !FULL && made < 9 -> cell[tail & 1] = made & 1; tail = (tail + 1) & 3; made++ }
  :: made >= 9 -> break
  od
}
active proctype read() {
end: do
  :: d_step { !EMPTY -> assert(cell[head & 1] == expect); expect = !expect; head = (head + 1) & 3 }
  od
}
ltl drains { <> (made == 9) -> <> [] EMPTY }
