// The C library declares these for those who ask for its extensions, which Swift's module of it does not.
#include <linux/stat.h>

#ifndef AT_EMPTY_PATH
#define AT_EMPTY_PATH 0x1000
#endif

extern int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status);
