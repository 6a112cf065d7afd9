// A program's own function goes before one of the same name in a shared library, so these count what Swift's and
// Foundation's libraries call. Swift cannot define such names.

#include "Counters.h"

#if defined(__linux__)
#define _GNU_SOURCE
#include <features.h>
#endif

#if defined(__linux__) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)

#define COUNTS
#include <stdatomic.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int countsAllocations;
static atomic_long allocations, writes, syncs, otherFileCalls;

static void add(atomic_long *counter) { atomic_fetch_add_explicit(counter, 1, memory_order_relaxed); }

// MARK: Heap

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static void addAllocation(void) {
    if (atomic_load_explicit(&countsAllocations, memory_order_relaxed)) add(&allocations);
}

void *malloc(size_t size) {
    addAllocation();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    addAllocation();
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    addAllocation();
    return __libc_realloc(block, size);
}

// MARK: Files

ssize_t write(int file, const void *bytes, size_t count) {
    add(&writes);
    return syscall(SYS_write, file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    add(&writes);
    return syscall(SYS_pwrite64, file, bytes, count, offset);
}

int fsync(int file) {
    add(&syncs);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    add(&syncs);
    return (int)syscall(SYS_fdatasync, file);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    add(&otherFileCalls);
    return syscall(SYS_pread64, file, bytes, count, offset);
}

int flock(int file, int operation) {
    add(&otherFileCalls);
    return (int)syscall(SYS_flock, file, operation);
}

int ftruncate(int file, off_t size) {
    add(&otherFileCalls);
    return (int)syscall(SYS_ftruncate, file, size);
}

int fstat(int file, struct stat *status) {
    add(&otherFileCalls);
    return fstatat(file, "", status, 0x1000 /* AT_EMPTY_PATH */);
}

int stat(const char *path, struct stat *status) {
    add(&otherFileCalls);
    return fstatat(AT_FDCWD, path, status, 0);
}

int statx(int directory, const char *path, int flags, unsigned int mask, struct statx *status) {
    add(&otherFileCalls);
    return (int)syscall(SYS_statx, directory, path, flags, mask, status);
}

#endif

void countAllocations(int isOn) {
#ifdef COUNTS
    atomic_store(&countsAllocations, isOn);
#else
    (void)isOn;
#endif
}

struct Counters currentCounters(void) {
#ifdef COUNTS
    return (struct Counters){allocations, writes, syncs, otherFileCalls};
#else
    return (struct Counters){-1, -1, -1, -1};
#endif
}
