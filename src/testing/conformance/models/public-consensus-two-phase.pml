/* Commit in two phases; a participant may say no. */
/* $ pan -a -N same */
/* $ pan -a -N all */
/* $ pan -a -f -N ends */
#define N 3
mtype = { prepare, yes, no, commit, abort };
chan to[N] = [1] of { mtype };
chan back = [N] of { mtype, byte };
mtype state[N];
bool over;

proctype participant(byte me) {
  mtype m;
  to[me] ? prepare;
  if
  :: back ! yes, me
  :: back ! no, me
  fi;
  to[me] ? m;
  state[me] = m
}

init {
  byte i, who, votes;
  mtype m, said = commit;
  atomic { for (i : 0 .. N - 1) { run participant(i) } };
  for (i : 0 .. N - 1) { to[i] ! prepare };
  for (votes : 1 .. N) {
    back ? m, who;
    if
    :: m == no -> said = abort
    :: else
    fi
  }
  for (i : 0 .. N - 1) { to[i] ! said };
  over = true
}

ltl same { [] !((state[0] == commit && state[1] == abort) || (state[1] == commit && state[2] == abort)) }
ltl all { [] (over -> <> (state[0] != 0 && state[2] != 0)) }
ltl ends { <> over }
