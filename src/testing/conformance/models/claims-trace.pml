/* The order of messages on a channel. */
/* $ pan */
mtype = { open, close };
chan c = [1] of { mtype };

active proctype p() { do :: c!open; c!close :: break od }
active proctype q() { mtype m; end: do :: c?m od }

trace { do :: c!open; c!close od }
