/* One value by majorities: two proposers, three acceptors. */
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DCOLLAPSE; pan */
#define ACCEPTORS 3
byte promised[ACCEPTORS], ballot[ACCEPTORS], value[ACCEPTORS];
byte decided;

proctype proposer(byte number; byte mine) {
  byte i, yes, best, v = mine;
  for (i : 0 .. ACCEPTORS - 1) {
    if
    :: d_step {
         promised[i] < number -> promised[i] = number; yes++;
         if
         :: ballot[i] > best -> best = ballot[i]; v = value[i]
         :: else
         fi
       }
    :: true
    fi
  }
  if
  :: yes < 2 -> goto out
  :: else
  fi;
  yes = 0;
  for (i : 0 .. ACCEPTORS - 1) {
    if
    :: d_step { promised[i] <= number -> promised[i] = number; ballot[i] = number; value[i] = v; yes++ }
    :: true
    fi
  }
  if
  :: yes >= 2 -> assert(decided == 0 || decided == v); decided = v
  :: else
  fi;
out:
  skip
}

init {
  atomic { run proposer(1, 11); run proposer(2, 22) }
}
