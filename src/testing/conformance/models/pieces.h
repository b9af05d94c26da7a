/* What a model includes. */
#define START 1
