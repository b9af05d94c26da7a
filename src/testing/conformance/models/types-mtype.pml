/* Names as values, of several sets that are told apart, and printed as names. A verifier that prints
 * hands %e to C as it stands, which takes a number for another one: here it does not print. */
/* $ pan */
mtype = { red, green };
mtype:fruit = { apple, pear, plum };
mtype light = red;
mtype:fruit best = pear;

active proctype pick() {
  if
  :: light = green
  :: best = plum
  :: best = apple
  fi;
  printm(light); printf("%e and %e\n", light, best);
  assert(light == red || light == green)
}
