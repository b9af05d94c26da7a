/* A bounded buffer between one that makes and one that uses. */
/* $ pan */
/* $ cc -DMA=40 -DNOREDUCE; pan */
/* $ cc -DBFS -DSAFETY; pan */
byte buffer[3], fill, put, take, used;

active proctype maker() {
  byte i;
  for (i : 1 .. 5) { atomic { fill < 3 -> buffer[put] = i; put = (put + 1) % 3; fill++ } }
}

active proctype user() {
  byte i, got;
  for (i : 1 .. 5) {
    atomic { fill > 0 -> got = buffer[take]; take = (take + 1) % 3; fill-- };
    assert(got == i); used++
  }
}
