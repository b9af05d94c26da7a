/* Counting, through the elements of an array, and through the messages of a channel. */
/* $ pan */
/* $ cc -DSAFETY; pan -m500 */
typedef Message { byte kind; byte value };
chan c = [3] of { Message };
byte a[4] = { 2, 3, 5, 7 };
int sum, places, seen;

active proctype walk() {
  byte i; Message m, one, two;
  for (i : 1 .. 4) { sum = sum + i };
  for (i in a) { places = places + i };
  one.kind = 1; one.value = 10; two.value = 20;
  c!one; c!two;
  for (m in c) { seen = seen + m.value };
  assert(sum == 10 && places == 6 && seen == 30)
}
