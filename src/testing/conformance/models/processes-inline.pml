/* Text with parameters, put in twice, with labels and variables of its own. */
/* $ pan */
byte low, high;

inline order(a, b) {
  byte keep;
  if
  :: a > b -> keep = a; a = b; b = keep
  :: else
  fi
}

inline twice(x) { x = x * 2; order(low, high) }

active proctype p() { low = 4; high = 3; order(low, high); twice(low); assert(low == 4 && high == 6) }
