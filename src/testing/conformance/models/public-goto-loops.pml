/* Jumps into and out of loops, labels on everything, else beside channels, break in nested if. */
/* $ cc -DSAFETY; pan */
/* $ cc; pan -a -N halts */
int a = 27, steps;
chan c = [1] of { int };
active proctype collatz() {
again:
  do
  :: a == 1 -> goto out
  :: a > 1 && a % 2 == 0 -> a = a >> 1; steps++; if :: steps > 200 -> break :: else -> goto again fi
  :: a > 1 && (a % 2) -> a = 3 * a + 1; steps++
  od;
  assert(false);
out:
  c!steps;
  if
  :: c?[111] -> c?_
  :: else -> assert(0)
  fi
}
ltl halts { <> (a == 1 && steps == 111) }
