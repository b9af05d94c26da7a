/* A kernel that works on 2^N numbers tile by tile, on one of NU like units with NP processing elements: how the
 * papers describe it, in words of our own. Elements, their unit, a barrier, a host and a clock talk by handshake
 * alone; xr and xs say which process alone takes from a channel or puts into it. */
#ifndef N
#define N 3       /* the size is 2^N */
#endif
#ifndef NP
#define NP 4      /* processing elements of a unit */
#endif
#define NU 2      /* units, of which one stands for all */
#define GMT 4     /* ticks of an access to global memory; to local memory it is one */

mtype = { go, stop, done };

short time;             /* ticks */
short size, WG, TS;     /* numbers in all, in a work-group, in a tile */
bool FIN;
byte groups;            /* work-groups that the unit is given */
byte elements;          /* processing elements that it uses */
byte awake, waiting;    /* elements that count for the clock, and those with nothing to do in this tick */

/* Ends when more than so many ticks have gone by since `since`. */
inline work(ticks) {
  do
  :: time > since + ticks -> break
  :: else -> atomic { now_is = time; waiting++ }; time == now_is + 1
  od
}

proctype element(byte me; chan orders, reports, arrive, leave) {
  short since, now_is; byte tile;
  do
  :: orders?go ->
     since = time;
     for (tile : 1 .. size / TS) {
       work(GMT * TS);
       arrive!done; leave?go;
       since = time;
       work(TS);
       arrive!done; leave?go
     }
     since = time;
     work(GMT);
     reports!done
  :: orders?stop -> break
  od
}

proctype barrier(chan arrive, leave) {
  xr arrive; xs leave;
  byte i;
  do
  :: arrive?done ->
     for (i : 2 .. elements) { arrive?done }
     atomic { for (i : 1 .. elements) { leave!go } }
  :: arrive?stop -> break
  od
}

proctype unit(chan from_host, to_host) {
  xr from_host; xs to_host;
  chan orders = [0] of { mtype };
  chan reports = [0] of { mtype };
  chan arrive = [0] of { mtype };
  chan leave = [0] of { mtype };
  byte i, pass;
  run barrier(arrive, leave);
  atomic { for (i : 0 .. elements - 1) { run element(i, orders, reports, arrive, leave) } }
  do
  :: from_host?go ->
     for (pass : 1 .. WG / elements) {
       atomic { for (i : 1 .. elements) { orders!go } }
       for (i : 1 .. elements) { reports?done }
     }
     to_host!done
  :: from_host?stop ->
     arrive!stop;
     atomic { for (i : 1 .. elements) { orders!stop } }
     break
  od
}

proctype host() {
  chan to_unit = [0] of { mtype };
  chan from_unit = [0] of { mtype };
  xs to_unit; xr from_unit;
  byte i;
  run unit(to_unit, from_unit);
  awake = elements;
  /* a unit with more than one work-group runs once more than it has to */
  for (i : 1 .. (groups == 1 -> 1 : groups + 1)) { to_unit!go; from_unit?done }
  awake = 0;
  FIN = true;
  to_unit!stop
}

proctype clock() {
  do
  :: FIN -> break
  :: awake > 0 && waiting == awake -> atomic { waiting = 0; time++ }
  od
}

active proctype main() {
  byte i;
  size = 1 << N;
  select (i : 2 .. N - 1); WG = size >> (N - i);
  select (i : 1 .. N - 1); TS = size >> (N - i);
  elements = (WG <= NP -> WG : NP);
  groups = size / WG;
  groups = groups / NU + groups % NU;
  atomic { run host(); run clock() }
}
