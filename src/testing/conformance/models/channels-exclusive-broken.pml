/* A second sender where one alone was promised. */
/* $ pan */
chan c = [1] of { byte };

active [2] proctype sender() { xs c; c!_pid }
active proctype receiver() { byte x; c?x; c?x }
