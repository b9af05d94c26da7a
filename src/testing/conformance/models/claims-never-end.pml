/* A claim that ends: whoever gets there has broken it. */
/* $ pan */
byte a, b;

active proctype p() { a = 1; a = 2 }
active proctype q() { b = 1; b = 2 }

never { do :: a == 2 && b == 1 -> break :: else od }
