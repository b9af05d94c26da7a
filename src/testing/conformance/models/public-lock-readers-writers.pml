/* Readers share, writers are alone; a formula for each. */
/* $ pan -a -N alone */
/* $ pan -a -N shared */
/* $ pan -a -f -N written */
byte readers, writers;
bool both;

active [2] proctype reader() {
  do
  :: atomic { writers == 0 -> readers++ };
     both = readers > 1;
     readers--
  od
}

active [2] proctype writer() {
  do
  :: atomic { readers == 0 && writers == 0 -> writers++ };
     writers--
  od
}

ltl alone { [] (writers == 0 || (writers == 1 && readers == 0)) }
ltl shared { [] !both }
ltl written { [] <> (writers > 0) }
