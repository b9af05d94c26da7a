/* The alternating bit protocol over channels that lose messages: the sender repeats a message until it is
 * acknowledged with its bit, and the receiver takes only messages with the bit it waits for. What arrives
 * is what was sent, in order. That it arrives at all needs channels that do not lose every message: look
 * at the formula `arrives`, with and without weak fairness. */

mtype = { msg, ack };

chan forth = [1] of { mtype, byte, bit };
chan back = [1] of { mtype, bit };

byte sent;      /* the message that is sent now, from 0 to 3 and again */
byte expected;  /* the one that has to come next */
bool arrived;   /* some message has come */

active proctype sender() {
  bit b;
  bit got;
  do
  :: forth!msg(sent, b)
  :: back?ack(got) ->
     if
     :: got == b -> sent = (sent + 1) % 4; b = 1 - b
     :: else
     fi
  od
}

active proctype receiver() {
  bit b;
  bit got;
  byte what;
  do
  :: forth?msg(what, got) ->
     if
     :: got == b ->
        assert(what == expected);
        expected = (expected + 1) % 4;
        arrived = true;
        b = 1 - b
     :: else
     fi;
     back!ack(got)
  od
}

/* Takes messages away, as a bad line does. */
active proctype line() {
  do
  :: forth?_(_, _)
  :: back?_(_)
  od
}

/* Messages arrive: broken by a line that loses every one of them. */
ltl arrives { <> arrived }
