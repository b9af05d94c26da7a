/* A word that is missing. */
byte n;

active proctype p() {
  do
  :: n < 3 -> n++
  :: else -> break;
  n = 4
}
