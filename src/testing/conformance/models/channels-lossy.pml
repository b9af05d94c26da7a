/* Messages to a full channel that are lost, where that is asked for. */
/* $ spin -a -m; pan */
/* $ pan */
chan c = [1] of { byte };
byte sent;

active proctype p() { c!1; sent++; c!2; sent++; c!3; sent++ }
