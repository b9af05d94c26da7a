/* Sorting by neighbours that exchange, one process for each place. */
/* $ cc -DSAFETY; pan */
/* $ pan -a -f -N sorted */
byte a[4];

proctype pair(byte i) {
  do
  :: atomic { a[i] > a[i + 1] -> a[i] = a[i] ^ a[i + 1]; a[i + 1] = a[i] ^ a[i + 1]; a[i] = a[i] ^ a[i + 1] }
  :: a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3] -> break
  od
}

init {
  atomic {
    a[0] = 3; a[1] = 1; a[2] = 2; a[3] = 0;
    run pair(0); run pair(1); run pair(2)
  }
}

ltl sorted { <> (a[0] == 0 && a[3] == 3) }
