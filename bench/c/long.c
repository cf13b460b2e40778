// Long lists in C: all minimal covers of sorted weights in search order, with a table of the tail; as 64-bit masks into a batch, or
// counted (how many, of which sizes, how often each weight). Weights are whole numbers in doubles, so comparisons are exact.
//
//   long FILE REPEATS
//
// FILE holds instances one after the other: int64 n, int64 limit, double threshold, n × double weight (non-increasing), n × uint64 mask.
// Prints per instance: count, hash of all masks, hash of the tally, and the least seconds of each.
#include "bench.h"

enum { BATCH = 8192, MOST = 1 << 16, MOST_N = 64 };

typedef struct { int start, nodes, *first; int64_t *bounds; double *breaks, perUnit; uint64_t *masks; } Table;

static int n;
static int64_t limit;
static double threshold, d[MOST_N], rest[MOST_N + 1];
static uint64_t bit[MOST_N];
static uint64_t batch[BATCH];

// One half of the ping-pong while a table grows.
static double breakRoom[2][MOST + 2];
static int64_t boundRoom[2][MOST + 2];
static uint64_t maskRoom[2][MOST];
static int firstRoom[2 * MOST + 2];

static Table build(int most) {
  Table t = {n, 1, firstRoom, boundRoom[0], breakRoom[0], 0, maskRoom[0]};
  t.breaks[0] = 0;
  t.breaks[1] = 1.0 / 0.0;
  t.bounds[0] = t.bounds[1] = 0;
  for (int turn = 1; t.start > 0; turn ^= 1) {
    double w = d[t.start - 1];
    uint64_t b = bit[t.start - 1];
    double *breaks = breakRoom[turn];
    int64_t *bounds = boundRoom[turn];
    uint64_t *masks = maskRoom[turn];
    int plain = 0, moved = 0, k = 0;
    int64_t total = 0;
    while (plain < t.nodes || moved < t.nodes) {
      double x = t.breaks[plain], y = t.breaks[moved] + w, next = x < y ? x : y;
      plain += x == next;
      moved += y == next;
      int64_t s = t.bounds[plain - 1], ns = t.bounds[plain] - s;
      int64_t q = moved ? t.bounds[moved - 1] : 0, nq = moved ? t.bounds[moved] - q : 1;
      if (total + ns + nq > most || k >= most) goto full;
      breaks[k] = next;
      bounds[k++] = total;
      if (moved) for (int64_t x = 0; x < nq; x++) masks[total + x] = t.masks[q + x] | b;
      else masks[total] = b;
      memcpy(masks + total + nq, t.masks + s, ns * sizeof *masks);
      total += ns + nq;
    }
    breaks[k] = 1.0 / 0.0;
    bounds[k] = total;
    t.start -= 1;
    t.nodes = k;
    t.breaks = breaks;
    t.bounds = bounds;
    t.masks = masks;
  }
full:;
  int buckets = 2 * t.nodes, node = 0, last = t.nodes - 1;
  t.perUnit = t.breaks[last] == 0 ? 0 : buckets / t.breaks[last];
  for (int b = 0; b <= buckets; b++) {
    while (node < last && t.breaks[node + 1] * t.perUnit <= b) node++;
    t.first[b] = node;
  }
  return t;
}

static inline int nodeOf(const Table *t, double r) {
  int last = t->nodes - 1;
  if (r >= t->breaks[last]) return last;
  int node = r > 0 ? t->first[(int)(r * t->perUnit)] : 0;
  while (node > 0 && t->breaks[node] > r) node--;
  while (t->breaks[node + 1] <= r) node++;
  return node;
}

static uint64_t hash;
static int hashing;

static inline void flush(int count) {
  if (hashing) for (int k = 0; k < count; k++) hash = mix(hash, batch[k]);
  else hash += batch[0];
}

static int64_t found;

static void listAll(void) {
  Table t = build(MOST);
  double left[MOST_N + 1], r = threshold;
  uint64_t mask[MOST_N + 1];
  int path[MOST_N + 1], p = 0, at = 0, fresh = 1, start = t.start;
  int64_t made = 0;
  mask[0] = 0;
#define EMIT(source, count)                                                              \
  for (int64_t from = 0, all = (count); from < all;) {                                   \
    int64_t m = all - from;                                                              \
    if (m > BATCH - at) m = BATCH - at;                                                  \
    if (m > limit - made) m = limit - made;                                              \
    const uint64_t *s = (source) + from, base = mask[p];                                 \
    uint64_t *o = batch + at;                                                            \
    for (int64_t x = 0; x < m; x++) o[x] = s[x] | base;                                  \
    at += m, from += m, made += m;                                                       \
    if (at == BATCH) flush(at), at = 0;                                                  \
    if (made == limit) { flush(at); found = made; return; }                                  \
  }
  for (int j = 0;;) {
    if (fresh && j < start) {
      int e = j;
      while (e < start && d[e] > r) e++;
      EMIT(bit + j, e - j)
      j = e;
    }
    if (j == start) {
      int node = nodeOf(&t, r);
      EMIT(t.masks + t.bounds[node], t.bounds[node + 1] - t.bounds[node])
    } else if (rest[j] > r) {
      path[p] = j;
      left[p] = r;
      mask[p + 1] = mask[p] | bit[j];
      r -= d[j];
      p++, j++, fresh = 1;
      continue;
    }
    if (p == 0) { flush(at); found = made; return; }
    p--, j = path[p] + 1, r = left[p], fresh = 0;
  }
}

static double byRank[MOST_N], sizes[MOST_N + 1];
static int64_t hits[MOST];

// Covers are counted per list met, and lists are read once at the end.
static void tallyAll(void) {
  Table t = build(MOST);
  double left[MOST_N + 1], r = threshold;
  int64_t before[MOST_N + 1];
  int path[MOST_N + 1], p = 0, fresh = 1, start = t.start, length = n - start;
  int64_t made = 0;
  memset(byRank, 0, sizeof byRank);
  memset(sizes, 0, sizeof sizes);
  memset(hits, 0, t.nodes * sizeof *hits);
  // Sizes of the covers of each list.
  int stride = length + 1;
  static int32_t shapes[1 << 21];
  uint64_t tailBits = 0;
  int rankOf[64];
  for (int k = start; k < n; k++) tailBits |= bit[k], rankOf[__builtin_ctzll(bit[k])] = k;
  memset(shapes, 0, (size_t)t.nodes * stride * sizeof *shapes);
  for (int k = 0; k < t.nodes; k++)
    for (int64_t x = t.bounds[k]; x < t.bounds[k + 1]; x++) shapes[k * stride + __builtin_popcountll(t.masks[x])]++;
  for (int j = 0;;) {
    if (fresh && j < start) {
      int e = j;
      while (e < start && d[e] > r) e++;
      int64_t m = e - j;
      if (m > limit - made) m = limit - made;
      for (int x = j; x < j + m; x++) byRank[x] += 1;
      sizes[p + 1] += m;
      made += m;
      if (made == limit) break;
      j = e;
    }
    if (j == start) {
      int node = nodeOf(&t, r);
      int64_t m = t.bounds[node + 1] - t.bounds[node];
      if (m > limit - made) {
        for (int64_t x = t.bounds[node]; made < limit; x++, made++) {
          sizes[p + __builtin_popcountll(t.masks[x])] += 1;
          for (uint64_t b = t.masks[x]; b; b &= b - 1) byRank[rankOf[__builtin_ctzll(b)]] += 1;
        }
        break;
      }
      hits[node]++;
      for (int s = 1; s < stride; s++) sizes[p + s] += shapes[node * stride + s];
      made += m;
      if (made == limit) break;
    } else if (rest[j] > r) {
      path[p] = j;
      left[p] = r;
      before[p] = made;
      r -= d[j];
      p++, j++, fresh = 1;
      continue;
    }
    if (p == 0) break;
    p--, j = path[p] + 1, r = left[p], fresh = 0;
    byRank[path[p]] += made - before[p];
  }
  while (p > 0) p--, byRank[path[p]] += made - before[p];
  for (int k = 0; k < t.nodes; k++)
    if (hits[k])
      for (int64_t x = t.bounds[k]; x < t.bounds[k + 1]; x++)
        for (uint64_t b = t.masks[x]; b; b &= b - 1) byRank[rankOf[__builtin_ctzll(b)]] += hits[k];
}

int main(int argc, char **argv) {
  FILE *file = argc > 2 ? fopen(argv[1], "rb") : NULL;
  if (!file) return fprintf(stderr, "long FILE REPEATS\n"), 1;
  int repeats = atoi(argv[2]);
  int64_t head[2];
  while (fread(head, 8, 2, file) == 2) {
    n = head[0];
    limit = head[1];
    if (n > MOST_N || fread(&threshold, 8, 1, file) != 1 || fread(d, 8, n, file) != (size_t)n || fread(bit, 8, n, file) != (size_t)n)
      return fprintf(stderr, "bad file\n"), 1;
    rest[n] = 0;
    for (int j = n - 1; j >= 0; j--) rest[j] = rest[j + 1] + d[j];
    hashing = 1, hash = 0;
    listAll();
    uint64_t listed = hash;
    tallyAll();
    uint64_t tallied = 0;
    for (int j = 0; j < n; j++) tallied = mix(tallied, (uint64_t)byRank[j]);
    for (int s = 0; s <= n; s++) tallied = mix(tallied, (uint64_t)sizes[s]);
    hashing = 0;
    double listing = least(listAll, repeats), tallying = least(tallyAll, repeats);
    printf("{\"count\": %ld, \"masks\": \"%lu\", \"tally\": \"%lu\", \"masksSeconds\": %.9f, \"tallySeconds\": %.9f}\n", (long)found,
           (unsigned long)listed, (unsigned long)tallied, listing, tallying);
  }
  return 0;
}
