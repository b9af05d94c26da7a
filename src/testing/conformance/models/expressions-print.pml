/* What printf can write. */
/* $ cc -DPRINTF; pan */
/* $ pan */
mtype = { up, down };

active proctype p() {
  int n = -42; mtype m = down; byte c = 'x';
  printf("plain\n");
  printf("%d %u %x %o %c %e\n", n, 7, 255, 8, c, m);
  printf("tab\tand \"quotes\"\n");
  assert(c == 120)
}
