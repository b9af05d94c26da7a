/* A variable, a label and a field that are not there. */
typedef Pair { byte a };
Pair pair;

active proctype p() {
  pair.b = 1;
  missing = 2;
  goto nowhere
}
