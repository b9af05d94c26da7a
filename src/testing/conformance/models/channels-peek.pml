/* Whether a message could be taken, and looking without taking. */
/* $ pan */
chan c = [3] of { byte, bool };
byte x; bool y; byte polls;

active proctype p() {
  c!3,true; c!4,false;
  if :: c?[3,true] -> polls++ :: else fi;
  if :: c??[4,_] -> polls++ :: else fi;
  c?<x,y>; assert(x == 3 && len(c) == 2);
  c??<4,y>; assert(!y && len(c) == 2);
  c?_,_; assert(len(c) == 1 && polls == 2)
}
