/* Outside memory, one part matched, one only restored. */
/* $ cc -DSAFETY -DNOREDUCE; pan */
c_decl { typedef struct Pool { int used[3]; } Pool; Pool pool; int log_length; }
c_track "&pool" "sizeof(Pool)" "Matched"
c_track "&log_length" "sizeof(int)" "UnMatched"
byte leaks;
active [2] proctype user() {
  int slot = -1;
  atomic {
    if
    :: c_expr { !pool.used[0] } -> slot = 0; c_code { pool.used[0] = 1; log_length++; }
    :: c_expr { !pool.used[1] } -> slot = 1; c_code { pool.used[1] = 1; log_length++; }
    fi
  };
  if
  :: c_code { pool.used[Puser->slot] = 0; }
  :: leaks++
  fi;
  assert(leaks < 2)
}
