/* Messages put in by order, and taken out of any place. */
/* $ pan */
chan c = [4] of { byte, byte };
byte a, b;

active proctype p() {
  c!!5,1; c!!2,9; c!!7,3; c!!2,4;
  c?a,b; assert(a == 2 && b == 4);
  c??7,b; assert(b == 3);
  c??eval(2),b; assert(b == 9);
  assert(len(c) == 1)
}
