/* Election of a leader in a ring (Chang and Roberts, 1979): every process sends its number to its right
 * neighbour, and passes on only numbers larger than its own. Who gets its own number back is the leader. */

#define N 4

chan to[N] = [N] of { byte };
byte leader = 255; /* nobody yet */
byte leaders;

proctype node(byte place; byte number) {
  byte heard;
  to[(place + 1) % N]!number;
end:
  do
  :: to[place]?heard ->
     if
     :: heard > number -> to[(place + 1) % N]!heard
     :: heard == number ->
        leaders++;
        leader = number;
        assert(leaders == 1)
     :: else /* a smaller number is not passed on */
     fi
  od
}

init {
  byte i = 0;
  atomic {
    do
    :: i < N -> run node(i, (i * 3 + 1) % N); i++
    :: else -> break
    od
  }
}

/* In the end there is a leader, and it is the process with the largest number. */
ltl elected { <> (leader == N - 1) }

/* There are never two. */
ltl one { [] (leaders <= 1) }
