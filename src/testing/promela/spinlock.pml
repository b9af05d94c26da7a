/* Two processes that try to take a lock until they have it. Progress is to have given it back. */
bool locked;

active [2] proctype user() {
  do
  :: atomic { !locked -> locked = true };
     locked = false;
progress:
     skip
  :: locked -> skip
  od
}
