#pragma once

/// What the process has done since it began. Fields are -1 where calls cannot be counted.
struct Counters {
    /// Blocks that were asked of the heap.
    long allocations;
    long writes;
    /// fsync and fdatasync.
    long syncs;
    /// Every other call on files that a commit may make: reads, locks, looks at size and place, truncations.
    long otherFileCalls;
};

/// Allocations are counted while this is on, since counting costs something.
void countAllocations(int isOn);

struct Counters currentCounters(void);
