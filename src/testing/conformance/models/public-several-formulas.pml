/* One model and many formulas, some of which do not hold. */
/* $ pan -a -N safe */
/* $ pan -a -N live */
/* $ pan -a -N again */
/* $ pan -a -N until */
/* $ pan -a -N implied */
/* $ pan -a -f -N live */
mtype = { red, green, yellow };
mtype light = red;
byte cars;

active proctype lamp() {
  do
  :: light == red -> light = green
  :: light == green -> light = yellow
  :: light == yellow -> light = red
  od
}

active proctype road() {
  do
  :: cars < 3 -> cars++
  :: light == green && cars > 0 -> cars--
  od
}

ltl safe { [] (cars <= 3) }
ltl live { [] <> (light == green) }
ltl again { [] (cars == 3 -> <> (cars < 3)) }
ltl until { (light == red) U (light == green) }
ltl implied { ([] <> (light == green)) -> ([] <> (cars < 3)) }
