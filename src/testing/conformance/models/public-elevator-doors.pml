/* Doors by messages: the motor starts only when all of them say that they are shut. */
/* $ cc -DSAFETY; pan */
/* $ spin -o4; cc -DSAFETY; pan */
#define DOORS 3
mtype = { shut, opened, go };
chan to_doors[DOORS] = [0] of { mtype };
chan from_doors = [0] of { mtype };
byte open_doors;
bool moves;

active [DOORS] proctype door() {
end:
  do
  :: to_doors[_pid] ? opened -> open_doors++
  :: to_doors[_pid] ? shut -> open_doors--; from_doors ! shut
  od
}

active proctype motor() {
  byte i, rounds;
  for (rounds : 1 .. 2) {
    for (i : 0 .. DOORS - 1) { to_doors[i] ! opened };
    for (i : 0 .. DOORS - 1) { to_doors[i] ! shut };
    for (i : 0 .. DOORS - 1) { from_doors ? shut };
    moves = true;
    assert(open_doors == 0);
    moves = false
  }
}
