/* Parts in a folder above the model's, which include one another. */
#include "../parts/lock.h"
#include "../limits.h"
/* $ cc -DSAFETY; pan */
/* $ cc -DSAFETY -DBFS; pan */
byte inside;

active [USERS] proctype user() {
  take(0);
  inside++;
  assert(inside == 1);
  inside--;
  give(0)
}
