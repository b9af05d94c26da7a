/* Nobody goes twice in a row: by _last. */
/* $ cc -DNOREDUCE; pan -a -N twice */
/* $ cc -DNOREDUCE; pan -a -f -N twice */
byte n;
active [2] proctype p() { do :: n < 6 -> n++ :: n >= 6 -> break od }
ltl twice { [] ! (_last == 0 && n == 5 && q@again) || <> (n == 6) }
active proctype q() { n == 6; again: skip }
