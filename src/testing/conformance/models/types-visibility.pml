/* Variables that are no part of a state, or are shown. */
/* $ cc -DNOREDUCE; pan */
hidden byte scratch;
show byte told;
local byte mine;
byte ended;

active proctype a() { scratch = 3; told = scratch; mine++; ended++ }
active proctype b() { ended++ }
