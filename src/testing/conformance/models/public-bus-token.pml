/* A token goes round; who holds it may send. */
/* $ pan -a -N one */
/* $ pan -a -f -N all */
#define N 3
chan ring[N] = [1] of { bit };
byte sends, sent[N];

active [N] proctype station() {
  bit t;
  if
  :: _pid == 0 -> ring[0] ! 1
  :: else
  fi;
end:
  do
  :: ring[_pid] ? t ->
     if
     :: sends++; sent[_pid] = 1; sends--
     :: true
     fi;
     ring[(_pid + 1) % N] ! t
  od
}

ltl one { [] (sends <= 1) }
ltl all { <> (sent[0] && sent[1] && sent[2]) }
