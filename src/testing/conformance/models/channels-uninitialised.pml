/* Channels that nothing initialises: SPIN takes what another channel has fields for, and pan ends at the use. */
/* $ spin -a; cc; pan */
/* $ spin -a; cc -DSAFETY; pan -c0 -e */
chan none;
chan several[2];
chan other = [1] of { byte, byte };
byte x;

active proctype sends() { if :: none!1 :: none!1,2 :: several[1]!x,x fi }
active proctype receives() { chan own; if :: own?x :: own??x,1 :: len(none) == 0 :: other!3,4 fi }
