#define USERS 3
