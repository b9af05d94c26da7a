/* An exchange of nonces under public keys, with an intruder between (Needham and Schroeder, as Lowe found). */
/* $ cc -DSAFETY; pan */
/* $ pan -a -N known */
/* $ cc -DSAFETY -DBFS; pan */
mtype = { none, alice, bob, eve, na, nb, ne };
chan net = [0] of { mtype, mtype, mtype, mtype };
mtype with_a, with_b;
bool done_a, done_b, knows_na, knows_nb;

/* to, key, two contents */
active proctype initiator() {
  mtype x, y;
  if
  :: with_a = bob
  :: with_a = eve
  fi;
  net ! with_a, with_a, na, alice;
  net ? eval(alice), alice, x, y;
  x == na;
  net ! with_a, with_a, y, none;
  done_a = true
}

active proctype responder() {
  mtype x, y;
  net ? eval(bob), bob, x, y;
  with_b = y;
  net ! with_b, with_b, x, nb;
  net ? eval(bob), bob, x, y;
  x == nb;
  done_b = true
}

active proctype intruder() {
  mtype to, key, x, y, kx = none, ky = none;
end:
  do
  :: net ? to, key, x, y ->
     if
     :: key == eve ->
        knows_na = knows_na || x == na || y == na;
        knows_nb = knows_nb || x == nb || y == nb;
        kx = x; ky = y
     :: else -> kx = none
     fi;
     if
     :: net ! to, key, x, y
     :: kx != none -> net ! bob, bob, kx, ky
     :: knows_nb -> net ! bob, bob, nb, none
     :: skip
     fi
  od
}

ltl known { [] !(done_b && with_b == alice && knows_nb) }
