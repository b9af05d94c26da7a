/* Arrays with a first value for all, or one for each element. */
/* $ pan */
byte same[4] = 7;
int each[3] = { 5, 2, 9 };
bool flags[2] = { true, false };

active proctype sum() {
  int total; byte i;
  do
  :: i < 3 -> total = total + each[i]; i++
  :: else -> break
  od;
  same[1] = same[0] + same[3];
  assert(total == 16 && same[1] == 14 && flags[0] && !flags[1])
}
