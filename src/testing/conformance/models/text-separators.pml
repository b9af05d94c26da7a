/* Arrows and semicolons are one; blocks in braces; declarations in the middle. */
/* $ pan */
byte x;

active proctype p() {
  x = 1 -> x = 2; ;
  { x = 3; byte late = 4; x = late };
  { skip };
  assert(x == 4);
}
