// Runs compiled kernels on a thread for each work-item, all groups at once, with a real barrier for each
// group, under ThreadSanitizer. Usage: threads UNIT ; the exit status is 66 where it reports a race.
#include <barrier>
#include <map>
#include <mutex>
#include <stdio.h>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>
#include "opencl.hpp"
#undef barrier

namespace {
Unit *units = nullptr, *unit = nullptr;
struct Place { size_t id[3], group[3]; int slot; };
thread_local Place here{};
std::barrier<> *barriers[SLOTS];
std::mutex lock;
std::map<std::string, void *> memory;

// Memory is asked for by several items: that must order nothing between them, so it is all made before.
UNWATCHED void *reserve(const std::string &name, size_t bytes) {
  void *&at = memory[name];
  if (at == nullptr) at = calloc(bytes + 4096, 1);
  return at;
}
bool preparing = false;
} // namespace

extern "C" {
UNWATCHED void add_unit(Unit *u) { u->next = units, units = u; }
UNWATCHED size_t get_local_id(unsigned d) { return d < 3 ? here.id[d] : 0; }
UNWATCHED size_t get_group_id(unsigned d) { return d < 3 ? here.group[d] : 0; }
UNWATCHED size_t get_local_size(unsigned d) { return d < 3 ? unit->local[d] : 1; }
UNWATCHED size_t get_global_size(unsigned d) { return d < 3 ? unit->global[d] : 1; }
UNWATCHED unsigned get_work_dim() { return unit->dimensions; }
UNWATCHED int local_slot() { return here.slot; }
UNWATCHED void declare_local(const char *, void *, size_t) {}
UNWATCHED void *global_array(const char *name, size_t bytes) { return reserve(name, bytes); }
UNWATCHED void *local_argument(const char *name, size_t) {
  return (char *)memory[name] + (size_t)here.slot * 65536;
}
void meet_barrier(int) { barriers[here.slot]->arrive_and_wait(); }
void touch(const void *at, size_t bytes, bool write, int) {
  volatile char *byte = (volatile char *)at;
  for (size_t i = 0; i < bytes; i++) {
    const char old = byte[i];
    if (write) byte[i] = old;
  }
}
uint32_t update32(volatile void *at, int operation, uint32_t a, uint32_t b) {
  volatile uint32_t *p = (volatile uint32_t *)at;
  uint32_t old = __atomic_load_n(p, __ATOMIC_RELAXED), fresh;
  do {
    switch (operation) {
    case 0: fresh = old + a; break;
    case 1: fresh = old - a; break;
    case 2: fresh = a; break;
    case 3: fresh = old == b ? a : old; break;
    case 4: fresh = (int)a < (int)old ? a : old; break;
    case 5: fresh = (int)a > (int)old ? a : old; break;
    case 6: fresh = old & a; break;
    case 7: fresh = old | a; break;
    case 8: fresh = old ^ a; break;
    case 9: fresh = a < old ? a : old; break;
    default: fresh = a > old ? a : old; break;
    }
  } while (!__atomic_compare_exchange_n(p, &old, fresh, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old;
}
uint64_t update64(volatile void *at, int operation, uint64_t a, uint64_t b) {
  volatile uint64_t *p = (volatile uint64_t *)at;
  uint64_t old = __atomic_load_n(p, __ATOMIC_RELAXED), fresh;
  do fresh = operation == 0 ? old + a : operation == 1 ? old - a : operation == 3 ? (old == b ? a : old) : a;
  while (!__atomic_compare_exchange_n(p, &old, fresh, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return old;
}
// Item 0 copies on its own; the others meet it where they wait.
unsigned long copy_together(void *to, const void *from, size_t count, size_t bytes, size_t toStride,
                            size_t fromStride, unsigned long) {
  if (here.id[0] == 0 && here.id[1] == 0 && here.id[2] == 0)
    for (size_t i = 0; i < count; i++)
      for (size_t b = 0; b < bytes; b++)
        ((volatile char *)to)[i * toStride * bytes + b] = ((const volatile char *)from)[i * fromStride * bytes + b];
  return 1;
}
void wait_for(int, const unsigned long *, size_t) { barriers[here.slot]->arrive_and_wait(); }
void __sanitizer_cov_trace_pc() {}
}

int main(int argc, char **argv) {
  for (Unit *u = units; u; u = u->next)
    if (argc > 1 && std::string(argv[1]) == u->name) unit = u;
  if (!unit) return 2;
  alarm(20); // where they wait for each other for ever
  size_t groups[3], size = unit->local[0] * unit->local[1] * unit->local[2], all = 1;
  for (int d = 0; d < 3; d++) all *= groups[d] = unit->global[d] / unit->local[d];
  unit->fill(0);
  for (const char *name : unit->locals)
    if (name) memory[name] = calloc(65536 * SLOTS, 1);
  // As many groups at a time as there is memory for.
  for (size_t first = 0; first < all; first += SLOTS) {
    std::vector<std::thread> threads;
    const size_t last = first + SLOTS < all ? first + SLOTS : all;
    for (size_t g = first; g < last; g++) barriers[g - first] = new std::barrier<>((long)size);
    for (size_t g = first; g < last; g++)
      for (size_t i = 0; i < size; i++)
        threads.emplace_back([=] {
          here.slot = (int)(g - first);
          here.id[0] = i % unit->local[0];
          here.id[1] = i / unit->local[0] % unit->local[1];
          here.id[2] = i / unit->local[0] / unit->local[1];
          here.group[0] = g % groups[0];
          here.group[1] = g / groups[0] % groups[1];
          here.group[2] = g / groups[0] / groups[1];
          unit->call();
        });
    for (std::thread &thread : threads) thread.join();
  }
  return 0;
}
