/* Tuning of a kernel that finds the least of SIZE numbers, on one device of NU units with NP processing
 * elements each. A model with several processes that interleave freely, told apart by rendezvous, the way
 * models of a device are written by hand. All talk is by handshake; xr and xs say who owns a channel. */
#ifndef SIZE
#define SIZE 8
#endif
#define NU  1     /* units */
#ifndef NP
#define NP 4
#endif     /* processing elements of a unit */
#define GMT 4     /* ticks of an access to global memory */

mtype = { start, halt, ready };

short time;             /* ticks */
short WG, TS;           /* size of a work-group, elements of a tile: what is tuned */
bool FIN;
byte groups;            /* work-groups in all */
byte elements;          /* processing elements that a unit uses */
byte working, waiting;  /* elements that are busy, and those that have nothing to do in this tick */

inline work(ticks) {
  until = time + ticks;
  do
  :: time >= until -> break
  :: else -> atomic { now = time; waiting++ }; time > now
  od
}

proctype element(byte me; chan orders, reports) {
  xr orders; xs reports;
  short until, now;
  do
  :: orders?start ->
     work(GMT * TS);
     if
     :: me == 0 -> work(elements)      /* the first one reduces what the others have found */
     :: else
     fi;
     atomic { working--; reports!ready }
  :: orders?halt -> break
  od
}

proctype unit(chan from_host, to_host) {
  xr from_host; xs to_host;
  chan orders[NP] = [0] of { mtype };
  chan reports[NP] = [0] of { mtype };
  byte i, pass;
  atomic { for (i : 0 .. elements - 1) { run element(i, orders[i], reports[i]) } }
  do
  :: from_host?start ->
     for (pass : 1 .. WG / elements) {
       atomic { working = working + elements; for (i : 0 .. elements - 1) { orders[i]!start } }
       for (i : 0 .. elements - 1) { reports[i]?ready }
     }
     to_host!ready
  :: from_host?halt ->
     for (i : 0 .. elements - 1) { orders[i]!halt };
     break
  od
}

proctype host() {
  chan to_unit[NU] = [0] of { mtype };
  chan from_unit[NU] = [0] of { mtype };
  byte i, given, done;
  atomic { for (i : 0 .. NU - 1) { run unit(to_unit[i], from_unit[i]) } }
  for (i : 0 .. NU - 1) { if :: given < groups -> to_unit[i]!start; given++ :: else fi }
  do
  :: done == groups -> break
  :: else ->
     for (i : 0 .. NU - 1) {
       if
       :: from_unit[i]?ready -> done++; if :: given < groups -> to_unit[i]!start; given++ :: else fi
       :: done == groups -> break
       fi
     }
  od;
  FIN = true;
  for (i : 0 .. NU - 1) { to_unit[i]!halt }
}

proctype clock() {
  do
  :: FIN -> break
  :: working > 0 && waiting == working -> atomic { waiting = 0; time++ }
  od
}

active proctype main() {
  byte i;
  WG = 2; do :: WG * 2 <= SIZE / 2 -> WG = WG * 2 :: break od;
  TS = 2; do :: WG * TS * 2 <= SIZE -> TS = TS * 2 :: break od;
  groups = SIZE / (WG * TS);
  elements = (WG <= NP -> WG : NP);
  atomic { run host(); run clock() }
}
