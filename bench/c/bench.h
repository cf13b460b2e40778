// What both programs share: a clock, a hash, and reading arrays.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Wall time: the least of many short runs is what the program takes when nothing disturbs it.
static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline double least(void (*run)(void), int repeats) {
  double best = 1e9;
  for (int k = 0; k < repeats; k++) {
    double t = seconds();
    run();
    t = seconds() - t;
    if (t < best) best = t;
  }
  return best;
}

// FNV on 64-bit numbers, as src/kernel.ts computes it.
static inline uint64_t mix(uint64_t hash, uint64_t x) { return (hash ^ x) * 0x100000001b3u; }

static inline void *readArray(FILE *file, size_t count, size_t size) {
  void *array = malloc(count * size + 64);
  if (fread(array, size, count, file) != count) {
    fprintf(stderr, "the file is too short\n");
    exit(1);
  }
  return array;
}
