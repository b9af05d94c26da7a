/* Queens that do not attack each other: a deadlock is no solution, the assertion is one. */
/* $ cc -DSAFETY; pan -E */
/* $ cc -DSAFETY; pan -E -e -c0 */
#define N 5
typedef Row { byte column; bool free[N] };
Row row[N];
active proctype board() {
  byte i, j, c; bool bad;
  for (i in row) {
    select(c : 0 .. 4);
    d_step {
      bad = false; j = 0;
      do
      :: j < i ->
         if
         :: row[j].column == c || row[j].column + i == c + j || row[j].column + j == c + i -> bad = true
         :: else
         fi;
         j++
      :: else -> break
      od;
      c = (c < N -> c : 0)
    };
    !bad;
    row[i].column = c;
    row[i].free[c] = true
  };
  assert(false)
}
