/* A pipeline whose channels have one writer and one reader each. */
#define STAGE(n, from, to) \
  active proctype n() { \
    byte x; \
    xr from; xs to; \
    end##n: do :: from?x -> to!(x + 1) od \
  }
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan */
/* $ cc; pan -a -N through */
chan first = [2] of { byte };
chan second = [1] of { byte };
chan third = [2] of { byte };
byte sum;
STAGE(one, first, second)
STAGE(two, second, third)
active proctype source() { byte i; xs first; for (i : 1 .. 3) { first!i } }
active proctype sink() { byte x, n; xr third;
  do :: n < 3 -> third?x; assert(x == n + 3); sum = sum + x; n++ :: else -> break od }
ltl through { <> (sum == 12) }
