/* A choice among what can run, and what else is for. */
/* $ pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -c0 -e */
byte x, y;

active proctype choose() {
  if
  :: x = 1
  :: x = 2
  :: x > 0 -> x = 9
  fi;
  if
  :: x == 1 -> y = 10
  :: else -> y = 20
  fi;
  assert(y == 10)
}
