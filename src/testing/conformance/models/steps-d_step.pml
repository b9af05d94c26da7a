/* One step of many, with a loop in it. */
/* $ pan */
int a[4] = { 9, 3, 7, 1 };

active proctype sorts() {
  byte i, j; int keep;
  d_step {
    do
    :: i < 3 ->
       j = 0;
       do
       :: j < 3 ->
          if
          :: a[j] > a[j + 1] -> keep = a[j]; a[j] = a[j + 1]; a[j + 1] = keep
          :: else
          fi;
          j++
       :: else -> break
       od;
       i++
    :: else -> break
    od;
    keep = 0
  };
  assert(a[0] == 1 && a[3] == 9)
}

active proctype other() { a[0] == 1 }
