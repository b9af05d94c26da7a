/* The way over the river is a run that breaks `never done`. */
/* $ pan -a -N never_done */
/* $ cc -DSAFETY -DBFS; pan -N never_done */
/* $ cc -DSAFETY -DREACH; pan -i -N never_done */
bit farmer, wolf, goat, cabbage;
#define bad ((wolf == goat && farmer != goat) || (goat == cabbage && farmer != goat))

active proctype boat() {
  do
  :: atomic { farmer = 1 - farmer; if :: bad -> farmer = 1 - farmer :: else fi }
  :: atomic { wolf == farmer -> wolf = 1 - wolf; farmer = 1 - farmer; if :: bad -> wolf = 1 - wolf; farmer = 1 - farmer :: else fi }
  :: atomic { goat == farmer -> goat = 1 - goat; farmer = 1 - farmer; if :: bad -> goat = 1 - goat; farmer = 1 - farmer :: else fi }
  :: atomic { cabbage == farmer -> cabbage = 1 - cabbage; farmer = 1 - farmer; if :: bad -> cabbage = 1 - cabbage; farmer = 1 - farmer :: else fi }
  od
}

ltl never_done { [] !(farmer && wolf && goat && cabbage) }
