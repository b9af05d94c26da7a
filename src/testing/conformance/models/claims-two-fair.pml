/* Fairness among more processes than the verifier expects. */
/* $ cc -DNFAIR=3; pan -a -f */
byte n; bool stop;

active [9] proctype p() { do :: !stop -> n = 1 - n :: stop -> break od }
active proctype ends() { stop = true }

ltl ends_some_time { <> stop }
