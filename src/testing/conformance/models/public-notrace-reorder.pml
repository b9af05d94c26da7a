/* What may never be received in this order. */
/* $ cc -DSAFETY; pan */
mtype = { a, b };
chan q = [2] of { mtype };
notrace { q?b; q?a }
active proctype put() { if :: q!a; q!b :: q!b; q!a fi }
active proctype take() { mtype m; q?m; q?m }
