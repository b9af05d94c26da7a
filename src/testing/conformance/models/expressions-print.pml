/* What printf can write, in a verifier as well: %e is the simulator's alone. */
/* $ cc -DPRINTF; pan */
/* $ pan */
active proctype p() {
  int n = -42; byte c = 'x';
  printf("plain\n");
  printf("%d %u %x %o %c\n", n, 7, 255, 8, c);
  printf("tab\tand \"quotes\"\n");
  assert(c == 120)
}
