/* Several errors, each with its trail. */
/* $ pan -c0 -e */
/* $ pan -c2 -e */
/* $ cc -DREACH; pan -i */
/* $ pan -A */
byte n;

active proctype p() {
  do
  :: n < 6 -> n++; assert(n != 3)
  :: n < 6 -> n = n + 2; assert(n != 5)
  :: n >= 6 -> break
  od
}
