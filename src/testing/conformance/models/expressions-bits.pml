/* Bits: and, or, exclusive or, not, and shifts. */
/* $ pan */
int x;

active proctype p() {
  x = 12 & 10; assert(x == 8);
  x = 12 | 3; assert(x == 15);
  x = 12 ^ 10; assert(x == 6);
  x = ~0; assert(x == -1);
  x = 1 << 10; assert(x == 1024);
  x = x >> 3; assert(x == 128);
  x = (x & 128) >> 7 | 4; assert(x == 5)
}
