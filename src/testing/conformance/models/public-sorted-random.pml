/* Sorted sending, random receiving, polls and peeks in one. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DNOREDUCE; pan -e -c0 */
chan heap = [4] of { byte, bit };
byte last;
active proctype put() { heap!!3, 0; heap!!1, 1; heap!!2, 0 }
active proctype take() {
  byte x; bit b;
  len(heap) == 3;
  assert(heap?[1, 1]);
  heap?<x, b>; assert(x == 1 && nempty(heap));
  if
  :: heap??2, b -> assert(b == 0)
  :: heap??x, eval(1) -> assert(x == 1)
  :: atomic { heap??[3, 0] && nfull(heap) -> heap??3, 0; last = 3 }
  fi;
  assert(last != 3)
}
