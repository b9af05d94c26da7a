#define FREE(i) (!taken[i])
