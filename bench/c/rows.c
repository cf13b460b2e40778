// Everyday rows in C: from columns of options to all minimal sets as masks, to counts by size and feature, and to one smallest contrast.
//
//   rows FILE REPEATS
//
// FILE: int64 n, rows, options, most; int32 offset[n]; for each class: double threshold, int64 exact, int64 counted, double drop by option,
// int32 rank by option, double drop by rank, int32 feature by rank; then uint8 columns, one after the other. At most 64 features and
// 1024 options; drops are whole numbers in doubles.
#include "bench.h"

enum { MOST_N = 64, MOST_MARKS = 16 };

typedef struct {
  double threshold;
  int exact, counted;
  double *drops, *byRank;
  int32_t *rank, *feature;
} Side;

static int n, marks;
static int64_t rows, options, most;
static int32_t *offset;
static Side side[2];
static uint8_t *columns;

// The row at hand: drops, heaviest first; their features as bits; what they add up to from each on.
static int count;
static double d[MOST_N + 1], rest[MOST_N + 1], threshold;
static uint64_t bit[MOST_N + 1];
static int place[MOST_N];

static inline void load(int64_t r, int contrast) {
  double lead = -side[1].threshold;
  int32_t flat[MOST_N];
  for (int i = 0; i < n; i++) {
    flat[i] = offset[i] + columns[i * rows + r];
    lead += side[1].drops[flat[i]];
  }
  const Side *s = &side[lead >= 1];
  uint64_t mark[MOST_MARKS] = {0};
  double total = 0;
  for (int i = 0; i < n; i++) {
    int at = s->rank[flat[i]];
    total += s->drops[flat[i]];
    mark[at >> 6] |= (uint64_t)1 << (at & 63);
  }
  count = 0;
  for (int w = 0; w < marks; w++)
    for (uint64_t m = mark[w]; m; m &= m - 1) {
      int at = 64 * w + __builtin_ctzll(m);
      if (at >= s->counted) break;
      d[count] = s->byRank[at];
      place[count] = s->feature[at];
      bit[count++] = (uint64_t)1 << s->feature[at];
    }
  rest[count] = 0;
  for (int k = count - 1; k >= 0; k--) rest[k] = rest[k + 1] + d[k];
  threshold = contrast ? total - s->threshold - s->exact : s->threshold;
}

static int contrast;
static uint64_t *masks;
static int64_t room, made;
static uint32_t *counts, *sizes, *frequency;

static void listRows(void) {
  made = 0;
  for (int64_t r = 0; r < rows; r++) {
    load(r, contrast);
    if (made + most + MOST_N > room) {
      room = 2 * (made + most + MOST_N);
      masks = realloc(masks, room * sizeof *masks);
    }
    uint64_t *out = masks + made, *full = out + most, mask = 0;
    double left = threshold;
    int path[MOST_N + 1], depth = 0, i = 0, j;
    for (;;) {
      for (j = i; j < count && d[j] > left; j++) *out++ = mask | bit[j];
      if (out >= full) { out = full; break; }
      while (!(rest[j] > left)) {
        if (depth == 0) goto done;
        j = path[--depth];
        left += d[j];
        mask ^= bit[j++];
      }
      path[depth++] = j;
      left -= d[j];
      mask |= bit[j];
      i = j + 1;
    }
  done:
    counts[r] = out - (masks + made);
    made += counts[r];
  }
}

static void tallyRows(void) {
  memset(sizes, 0, rows * (n + 1) * sizeof *sizes);
  memset(frequency, 0, rows * n * sizeof *frequency);
  for (int64_t r = 0; r < rows; r++) {
    load(r, contrast);
    uint32_t *size = sizes + r * (n + 1), hits[MOST_N + 1] = {0}, before[MOST_N + 1], found = 0;
    double left = threshold;
    int path[MOST_N + 1], depth = 0, i = 0, j;
    for (;;) {
      for (j = i; j < count && d[j] > left && found < most; j++, found++) hits[j]++;
      size[depth + 1] += j - i;
      if (found >= most) break;
      while (!(rest[j] > left)) {
        if (depth == 0) goto done;
        j = path[--depth];
        left += d[j];
        hits[j] += found - before[depth];
        j++;
      }
      path[depth] = j;
      before[depth++] = found;
      left -= d[j];
      i = j + 1;
    }
  done:
    while (depth > 0) depth--, hits[path[depth]] += found - before[depth];
    for (int k = 0; k < count; k++) frequency[r * n + place[k]] = hits[k];
    counts[r] = found;
  }
}

static void smallestRows(void) {
  for (int64_t r = 0; r < rows; r++) {
    load(r, contrast);
    double left = threshold;
    uint64_t mask = 0;
    int k = 0;
    while (k < count && left >= 0) {
      left -= d[k];
      mask |= bit[k++];
    }
    counts[r] = left < 0 ? k : 0;
    masks[r] = left < 0 ? mask : 0;
  }
}

int main(int argc, char **argv) {
  FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "rows FILE REPEATS\n"), 1;
  int repeats = atoi(argv[2]);
  int64_t *head = readArray(file, 4, 8);
  n = head[0], rows = head[1], options = head[2], most = head[3];
  marks = (options + 63) / 64;
  if (n > MOST_N || marks > MOST_MARKS) return fprintf(stderr, "too many features or options\n"), 1;
  offset = readArray(file, n, 4);
  for (int c = 0; c < 2; c++) {
    side[c].threshold = *(double *)readArray(file, 1, 8);
    side[c].exact = *(int64_t *)readArray(file, 1, 8);
    side[c].counted = *(int64_t *)readArray(file, 1, 8);
    side[c].drops = readArray(file, options, 8);
    side[c].rank = readArray(file, options, 4);
    side[c].byRank = readArray(file, options, 8);
    side[c].feature = readArray(file, options, 4);
  }
  columns = readArray(file, rows * n, 1);
  room = rows + most + MOST_N;
  masks = malloc(room * sizeof *masks);
  counts = malloc(rows * sizeof *counts);
  sizes = malloc(rows * (n + 1) * sizeof *sizes);
  frequency = malloc(rows * n * sizeof *frequency);
  for (contrast = 0; contrast < 2; contrast++) {
    uint64_t listed = 0, tallied = 0, small = 0;
    listRows();
    for (int64_t k = 0; k < made; k++) listed = mix(listed, masks[k]);
    tallyRows();
    for (int64_t r = 0; r < rows; r++) tallied = mix(tallied, counts[r]);
    for (int64_t k = 0; k < rows * (n + 1); k++) tallied = mix(tallied, sizes[k]);
    for (int64_t k = 0; k < rows * n; k++) tallied = mix(tallied, frequency[k]);
    smallestRows();
    for (int64_t r = 0; r < rows; r++) small = mix(mix(small, counts[r]), masks[r]);
    double list = least(listRows, repeats), tally = least(tallyRows, repeats), one = least(smallestRows, repeats);
    printf("{\"count\": %ld, \"masks\": \"%lu\", \"tally\": \"%lu\", \"smallest\": \"%lu\", \"masksSeconds\": %.9f, \"tallySeconds\": %.9f, \"smallestSeconds\": %.9f}\n",
           (long)made, (unsigned long)listed, (unsigned long)tallied, (unsigned long)small, list, tally, one);
  }
  return 0;
}
