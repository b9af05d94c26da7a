/* Numbers, signs and precedence. */
/* $ pan */
int r[10];

active proctype p() {
  int a = 17, b = -5;
  r[0] = a + b * 2; r[1] = (a + b) * 2; r[2] = a / 5; r[3] = a % 5;
  r[4] = b / 2; r[5] = b % 2; r[6] = -a - -b; r[7] = a - b - 1;
  r[8] = 2 * 3 + 4 * 5 - 6 / 2;
  assert(r[0] == 7 && r[1] == 24 && r[2] == 3 && r[3] == 2);
  assert(r[4] == -2 && r[5] == -1 && r[6] == -22 && r[7] == 21 && r[8] == 23)
}
