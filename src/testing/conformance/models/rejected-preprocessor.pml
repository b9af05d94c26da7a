/* What the preprocessor does not take. */
byte n;
#if 1 +
#endif
#include "absent.h"

active proctype p() { n = 1 }
