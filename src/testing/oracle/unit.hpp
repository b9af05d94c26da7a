// A kernel as a runtime sees it, what runtimes provide, and claims about arrays in the end.
#pragma once
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>

#define UNWATCHED __attribute__((no_sanitize("thread"), no_sanitize_coverage))

// What the runtimes provide.
extern "C" {
size_t get_local_id(unsigned), get_group_id(unsigned), get_local_size(unsigned), get_global_size(unsigned);
unsigned get_work_dim();
void meet_barrier(int flags);
void touch(const void *at, size_t bytes, bool write, int depth);
uint32_t update32(volatile void *at, int operation, uint32_t operand, uint32_t other);
uint64_t update64(volatile void *at, int operation, uint64_t operand, uint64_t other);
unsigned long copy_together(void *to, const void *from, size_t count, size_t bytes, size_t to_stride,
                            size_t from_stride, unsigned long event);
void wait_for(int count, const unsigned long *events, size_t room);
int local_slot();
void declare_local(const char *name, void *at, size_t bytes);
void *local_argument(const char *name, size_t bytes);
void *global_array(const char *name, size_t bytes);
}

struct Unit {
  const char *name;
  unsigned dimensions;
  size_t local[3], global[3];
  void (*fill)(unsigned input);
  void (*call)();
  bool (*holds)();
  const char *locals[8];
  Unit *next;
  /// CUDA: the host's program, which launches; 0 if content.
  int (*host)(unsigned input);
};
extern "C" void add_unit(Unit *);

/// Values that lanes of a warp brought along, by lane.
struct Meeting {
  uint64_t values[32];
  uint32_t arrived;
};
enum MeetingKind { SYNC_WARP, SHUFFLE, VOTE, MATCH, REDUCE };

// What only CUDA needs; `depth` says how many functions of the header lie between.
extern "C" {
void launch_blocks(const char *described, const unsigned *grid, const unsigned *block, size_t bytes,
                   void (*call)(void *), void *closure);
const Meeting *meet_lanes(uint32_t mask, int kind, uint64_t value, int depth);
/// Some lanes that run together here, this one among them.
uint32_t gather_lanes(int depth);
void lane_fault(int depth);
void assert_fault(const char *condition);
/// Of the last barrier: how many came with a truth, and if all did.
void set_vote(bool vote);
void barrier_votes(int *count, bool *all);
unsigned lane_of_warp();
void *dynamic_shared();
void *device_memory(size_t bytes);
size_t bytes_from(const void *at);
void name_array(const void *at, const char *name);
void mark_written(const void *at, size_t bytes);
void copy_later(void *to, const void *from, size_t bytes, int depth);
void commit_copies();
void wait_copies(size_t prior);
}

template <class A, class B> using Both = std::common_type_t<A, B>;
template <class A, class B> UNWATCHED Both<A, B> min(A a, B b) { return b < a ? b : a; }
template <class A, class B> UNWATCHED Both<A, B> max(A a, B b) { return a < b ? b : a; }

// For what is said of the arrays in the end; the names are those of the pragmas.
template <class T> UNWATCHED auto sum_of(const T *a, size_t n) {
  std::conditional_t<std::is_floating_point_v<T>, double, long> r = 0;
  for (size_t i = 0; i < n; i++) r += a[i];
  return r;
}
template <class T> UNWATCHED T min_of(const T *a, size_t n) {
  T r = a[0];
  for (size_t i = 1; i < n; i++) r = a[i] < r ? a[i] : r;
  return r;
}
template <class T> UNWATCHED T max_of(const T *a, size_t n) {
  T r = a[0];
  for (size_t i = 1; i < n; i++) r = r < a[i] ? a[i] : r;
  return r;
}
template <class T> UNWATCHED bool sorted_of(const T *a, size_t n) {
  for (size_t i = 1; i < n; i++)
    if (a[i] < a[i - 1]) return false;
  return true;
}

template <class T, class F> UNWATCHED void fill_with(T *a, size_t n, F value) {
  for (size_t i = 0; i < n; i++) {
    if constexpr (std::is_arithmetic_v<T>) {
      a[i] = (T)value((long)i);
    } else { // lane by lane, member by member: as many as fit
      int *part = (int *)(a + i);
      for (size_t k = 0; k < sizeof(T) / 4; k++) part[k] = (int)value((long)i) + (int)k;
    }
  }
}
// One of the values that a range has, so that the runs go through all of them for a few elements.
UNWATCHED inline long digit(unsigned input, long i, long values) {
  if (i >= 16) return (input * 5 + i * 7 + input * i) % values;
  for (; i > 0; i--) input /= values;
  return input % values;
}
struct Lengths {
  long all[8];
};
UNWATCHED inline long least(Lengths lengths) {
  long r = lengths.all[0];
  for (long n : lengths.all)
    if (n > 0 && n < r) r = n;
  return r;
}
template <class F> UNWATCHED bool forall_over(long low, long high, F holds) {
  for (long i = low; i < high; i++)
    if (!holds(i)) return false;
  return true;
}
template <class F> UNWATCHED bool exists_over(long low, long high, F holds) {
  for (long i = low; i < high; i++)
    if (holds(i)) return true;
  return false;
}
template <class F> UNWATCHED long count_over(long low, long high, F holds) {
  long r = 0;
  for (long i = low; i < high; i++) r += holds(i) ? 1 : 0;
  return r;
}
template <class F> UNWATCHED auto sum_over(long low, long high, F value) {
  std::conditional_t<std::is_floating_point_v<decltype(value(low))>, double, long> r = 0;
  for (long i = low; i < high; i++) r += value(i);
  return r;
}
template <class F> UNWATCHED auto min_over(long low, long high, F value) {
  auto r = value(low);
  for (long i = low + 1; i < high; i++) r = min(r, value(i));
  return r;
}
template <class F> UNWATCHED auto max_over(long low, long high, F value) {
  auto r = value(low);
  for (long i = low + 1; i < high; i++) r = max(r, value(i));
  return r;
}
