/* Logical clocks: who sends says when, who receives takes the later. */
#define N 3
#define LATER(a, b) ((a) > (b) -> (a) : (b))
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N grows */
typedef Stamp { byte at[N]; bool seen[N] };
Stamp known[N];
chan to[N] = [2] of { byte, byte }; /* who, when */
inline tell(me, whom) {
  clock++;
  to[whom]!me, clock
}
proctype node(byte me) {
  byte clock, who, when;
  tell(me, (me + 1) % N);
  do
  :: to[me]?who, when -> d_step {
       clock = LATER(clock, when) + 1;
       assert(clock > when);
       known[me].seen[who] = true;
       known[me].at[who] = when
     };
     if
     :: clock < 5 -> tell(me, (me + 1) % N)
     :: else -> break
     fi
  od
}
init { byte i; atomic { for (i : 0 .. N - 1) { run node(i) } } }
ltl grows { [] (known[0].seen[2] -> [] known[0].seen[2]) }
