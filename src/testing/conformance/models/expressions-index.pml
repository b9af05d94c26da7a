/* An index that leaves its array. */
/* $ pan */
byte a[3], i;

active proctype p() {
  do
  :: i < 5 -> a[i] = i; i++
  :: else -> break
  od
}
