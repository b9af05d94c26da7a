/* Dining philosophers: each takes the fork at its left, then the one at its right. When all have taken
 * one there is none left: nobody can go on, which SPIN reports as an invalid end state.
 * A remedy: let the last philosopher take the right fork first. */

#define N 4

bool taken[N];
byte meals;

inline take(fork) { atomic { !taken[fork] -> taken[fork] = true } }
inline put(fork) { taken[fork] = false }

active [N] proctype philosopher() {
  byte left = _pid;
  byte right = (_pid + 1) % N;
  do
  :: take(left);
     take(right);
eating:
     meals = (meals + 1) % 2;
     put(right);
     put(left)
  od
}
