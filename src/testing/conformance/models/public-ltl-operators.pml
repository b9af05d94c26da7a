/* Many formulas over one lamp: weak and strong until, release, implications, words. */
/* $ cc; pan -a -N f1 */
/* $ cc; pan -a -N f2 */
/* $ cc; pan -a -N f3 */
/* $ cc; pan -a -N f4 */
/* $ cc; pan -a -f -N f5 */
mtype = { off, dim, bright };
mtype lamp = off; bool power = true;
#define lit (lamp != off)
active proctype knob() {
  do
  :: power && lamp == off -> lamp = dim
  :: power && lamp == dim -> lamp = bright
  :: lamp == bright -> lamp = off
  od
}
active proctype mains() { if :: power = false :: skip fi }
ltl f1 { !lit W power }
ltl f2 { power U (lit || !power) }
ltl f3 { always (lamp == bright implies eventually (lamp == off)) }
ltl f4 { (lamp != bright) V (power || lit) }
ltl f5 { ([]<> lit) <-> ([] power) }
