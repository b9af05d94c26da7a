/* Handshakes among several, with values and names. */
/* $ pan */
/* $ cc -DNOREDUCE; pan */
mtype = { ask, reply };
chan door = [0] of { mtype, byte };
byte served;

active [2] proctype guest() { door!ask(_pid); door?reply,eval(_pid); served++ }
active proctype host() {
  byte who;
  end: do
  :: door?ask(who) -> door!reply(who)
  od
}
