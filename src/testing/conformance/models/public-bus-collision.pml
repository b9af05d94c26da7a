/* Stations that sense the line, send, and may collide. */
/* $ cc -DSAFETY; pan */
/* $ cc -DNP; pan -l */
#define N 2
byte busy;
bool collided;

active [N] proctype station() {
idle:
  do
  :: busy == 0 -> busy++;
     if
     :: busy > 1 -> collided = true; busy--; goto idle
     :: busy == 1 -> progress: busy--
     fi
  od
}
