/* Arrays of channels, and a channel that is another's name. */
/* $ pan */
chan ring[3] = [1] of { byte };
byte rounds;

proctype station(byte me) {
  byte token; chan next;
  next = ring[(me + 1) % 3];
  end: do
  :: ring[me]?token ->
     if
     :: token < 6 -> next!token + 1
     :: else -> rounds = token
     fi
  od
}

init { atomic { run station(0); run station(1); run station(2) }; ring[0]!0; rounds == 6 }
