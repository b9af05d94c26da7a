/* A bounded queue in an array with two indexes. */
/* $ cc -DSAFETY; pan */
/* $ pan -a -N order */
#define SIZE 3
byte cell[SIZE], head, tail, count, got;
bool wrong;

active proctype producer() {
  byte n;
  do
  :: atomic { count < SIZE -> cell[tail] = n; tail = (tail + 1) % SIZE; count++ }; n = (n + 1) % 4
  od
}

active proctype consumer() {
  byte n;
  do
  :: atomic { count > 0 -> got = cell[head]; head = (head + 1) % SIZE; count-- };
     wrong = got != n;
     n = (n + 1) % 4
  od
}

ltl order { [] !wrong }
