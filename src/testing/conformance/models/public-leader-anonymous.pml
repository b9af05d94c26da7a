/* Two nodes without numbers that toss until they differ. */
/* $ pan -a -N ends */
/* $ pan -a -f -N ends */
/* $ cc -DSAFETY -DNOREDUCE; pan */
bit coin[2];
bool tossed[2];
byte leader = 9;

active [2] proctype node() {
  do
  :: leader != 9 -> break
  :: leader == 9 && !tossed[_pid] ->
     if
     :: coin[_pid] = 0
     :: coin[_pid] = 1
     fi;
     tossed[_pid] = true
  :: atomic {
       tossed[0] && tossed[1] && leader == 9 ->
       if
       :: coin[0] != coin[1] -> leader = (coin[0] -> 0 : 1)
       :: else -> tossed[0] = false; tossed[1] = false
       fi
     }
  od
}

ltl ends { <> (leader != 9) }
