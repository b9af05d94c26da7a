/* The greatest number goes round a ring. */
/* $ pan -a -N someone */
/* $ pan -N only_one */
#define N 4
mtype = { vote, won };
chan ring[N] = [1] of { mtype, byte };
byte leaders; bool over;

proctype node(byte me, number) {
  mtype m; byte n;
  ring[(me + 1) % N]!vote(number);
end: do
  :: ring[me]?vote(n) ->
     if
     :: n > number -> ring[(me + 1) % N]!vote(n)
     :: n == number -> leaders++; ring[(me + 1) % N]!won(n)
     :: else
     fi
  :: ring[me]?won(n) ->
     if
     :: n == number -> over = true; break
     :: else -> ring[(me + 1) % N]!won(n); break
     fi
  od
}

init { atomic { run node(0, 2); run node(1, 7); run node(2, 4); run node(3, 1) } }

ltl someone { <> over }
ltl only_one { [] (leaders <= 1) }
