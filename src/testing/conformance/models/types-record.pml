/* Structures within structures, arrays of them, and the assignment of a whole one. */
/* $ pan */
typedef Point { short x; short y };
typedef Path { Point at[3]; byte used; bool closed };
Path one, two;

active proctype draw() {
  byte i;
  for (i : 0 .. 2) { one.at[i].x = i; one.at[i].y = 10 * i; one.used++ };
  one.closed = true;
  two.at[1].x = one.at[2].x;
  two.used = one.used;
  assert(two.at[1].x == 2 && two.used == 3 && !two.closed)
}
