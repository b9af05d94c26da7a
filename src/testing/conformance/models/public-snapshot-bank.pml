/* Money in accounts and in transit; a snapshot by markers has all of it. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DCOLLAPSE; pan */
#include "pieces.h"
mtype = { money, marker };
chan way[2] = [3] of { mtype, byte };
byte seen[2], flying; byte marks;
proctype branch(byte me; byte amount) {
  byte got; bool taken, stopped; mtype m;
  do
  :: amount > 1 -> amount--; way[1 - me]!money, 1
  :: way[me]?money, got -> amount = amount + got; if :: taken && !stopped -> flying = flying + got :: else fi
  :: way[me]?marker, _ -> stopped = true; marks++;
     if :: !taken -> taken = true; seen[me] = amount; way[1 - me]!marker, 0 :: else fi
  :: atomic { me == 0 && !taken -> taken = true; seen[0] = amount; way[1]!marker, 0 }
  :: marks == 2 -> break
  od
}
init {
  atomic { run branch(0, 3); run branch(1, 2) };
  marks == 2 -> assert(seen[0] + seen[1] + flying == 5)
}
