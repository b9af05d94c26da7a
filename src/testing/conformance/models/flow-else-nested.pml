/* Selections within selections, with else at each. */
/* $ pan */
byte a, b, result;

active proctype p() {
  if :: a = 0 :: a = 1 :: a = 2 fi;
  if :: b = 0 :: b = 1 fi;
  if
  :: a == 0 -> if :: b == 0 -> result = 1 :: else -> result = 2 fi
  :: a == 1 && b == 1 -> result = 3
  :: else -> if :: a > 1 -> result = 4 :: else -> result = 5 fi
  fi;
  assert(result != 5)
}
