/* Philosophers at a round table, each with a fork at either hand. Where all take the left fork first they
 * may starve together; with LEFTY one of them begins at the right. */
#ifndef N
#define N 3
#endif
#define left  me
#define right ((me + 1) % N)

byte fork[N];
byte eating;

proctype philosopher(byte me; byte first, second) {
  do
  :: atomic { fork[first] == 0 -> fork[first] = 1 };
     atomic { fork[second] == 0 -> fork[second] = 1 };
     eating++;
     assert(eating <= N / 2);
     eating--;
     fork[first] = 0;
     fork[second] = 0
  od
}

init {
  byte me;
  atomic {
    do
    :: me < N ->
#ifdef LEFTY
       if
       :: me == 0 -> run philosopher(me, right, left)
       :: else -> run philosopher(me, left, right)
       fi;
#else
       run philosopher(me, left, right);
#endif
       me++
    :: else -> break
    od
  }
}
