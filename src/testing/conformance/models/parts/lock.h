#include "../limits.h"
#include "words.h"
bool taken[USERS];
inline take(i) { atomic { FREE(i) -> taken[i] = true } }
inline give(i) { taken[i] = false }
