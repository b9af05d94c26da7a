/* No process may have three steps in a row, says a formula: one has. */
byte a, b;

active proctype first() {
  do
  :: a < 3 -> a++
  :: else -> break
  od
}

active proctype second() {
  do
  :: b < 3 -> b++
  :: else -> break
  od
}

ltl alternates { [] !(a == 3 && b == 0 && _last == 0) }
