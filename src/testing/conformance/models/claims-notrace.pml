/* An order of messages that must not be. */
/* $ pan */
chan c = [2] of { byte };

active proctype p() { if :: c!1; c!2 :: c!2; c!1 fi }
active proctype q() { byte x; c?x; c?x }

notrace { if :: c!2; c!1 fi }
