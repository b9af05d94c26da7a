/* The alternating bit protocol over channels that lose messages. */
#define LAST 3

chan data = [1] of { byte, bit };
chan answers = [1] of { bit };
byte received;

active proctype sender() {
  byte number;
  bit now, seen;
  do
  :: nfull(data) -> data!number, now
  :: answers?seen ->
     if
     :: seen == now -> now = 1 - now; number = (number + 1) % (LAST + 1)
     :: else
     fi
  od
}

active proctype receiver() {
  byte number, expected;
  bit now = 1, seen;
  do
  :: data?number, seen ->
     if
     :: seen != now ->
        assert(number == expected);
        expected = (expected + 1) % (LAST + 1);
        received = number;
        now = seen
     :: else
     fi;
     answers!seen
  od
}

active proctype line() {
  do
  :: data?_, _
  :: answers?_
  od
}

ltl goes_on { [] <> (received == LAST) }
