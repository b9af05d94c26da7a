// Runs compiled kernels on fibers, one item at a time between barriers, and counts and judges every access
// that the compiler reports (the __tsan_ functions below stand where ThreadSanitizer's own would).
//
// Usage: counting [--counts] [--arrays] [--lockstep] [--memory] [--inputs N] [--limit STEPS] UNIT... ; prints one line of JSON for each unit.
#include "opencl.hpp"
#include <map>
#include <set>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

extern "C" char __start_constants[] __attribute__((weak)), __stop_constants[] __attribute__((weak));

namespace {

enum Space { LOCAL_MEMORY = 0, GLOBAL_MEMORY = 1, ELSEWHERE = 2 };

/// What is known of one byte of shared memory. An actor is a work-item of the group, or a copy.
struct Pair { // up to two different ones; more are not needed to find somebody else
  int first = -1, second = -1;
  void add(int who) {
    if (first < 0 || first == who) first = who;
    else if (second < 0) second = who;
  }
  bool others(int who) const { return (first >= 0 && first != who) || second >= 0; }
};
/// Accesses of the group since the last barrier; in warps with the clock of the lane that made them.
struct Accesses {
  Pair who;
  std::vector<std::pair<int, long>> lanes;
  void add(int actor);
  bool others(int actor) const;
  void clear() { who = {}, lanes.clear(); }
};
struct Cell {
  bool written = false;
  int group = -1;
  long epoch = -1;
  Accesses reads, writes, atomics; // of this group since the last barrier that orders this memory
  Pair groupReads, groupWrites, groupAtomics; // of all groups, from the beginning
  int copyTo = -1, copyFrom = -1; // a copy that may still be under way
};
struct Array {
  std::string name;
  Space space;
  char *at;
  size_t bytes, room;
  std::vector<Cell> cells;
};
struct Count { long global = 0, local = 0; };
struct Item {
  ucontext_t context;
  size_t id[3];
  bool done = false, waiting = false;
  long barriers[2] = {0, 0};
  unsigned long site = 0, path = 0;
  std::vector<unsigned long> paths;
  std::vector<unsigned long> meetings; // copies and waits since the last barrier, by place
  std::set<int> waited;
  size_t nextCopy = 0;
  std::vector<Count> regions;
  long steps = 0, updates = 0;
  void *waitsAt = nullptr;
  // In a warp: what this lane waits for, and how far it knows the others.
  enum { NOTHING, LANES, GATHERING } waitsFor = NOTHING;
  uint32_t mask = 0;
  int kind = 0;
  uint64_t value = 0;
  Meeting met{};
  long clock[32] = {};
  bool vote = false, allVoted = false;
  int votes = 0;
  struct Copy { void *to; const void *from; size_t bytes; void *pc; };
  std::vector<std::vector<Copy>> committed;
  std::vector<Copy> uncommitted;
};

/// Lanes of a warp; 0 where there are none.
const int WARP = 32;
bool hasWarps = false, lockstep = false;
Unit *units = nullptr, *unit = nullptr;
std::vector<Array *> arrays;
std::vector<Item> items;
std::vector<int> copies; // of the group, in the order of their calls
std::vector<void *> copyPlaces;
int copiesInAll = 0;
ucontext_t scheduler;
Item *current = nullptr;
size_t groupId[3];
int group = 0;
bool judging = false;
long limit = 3000000;
unsigned order = 0, seed = 1;
struct Pending { char *at; size_t bytes; bool live; std::string before; Array *array; void *pc; std::vector<size_t> clashing; int spaceKind; };
Pending pending{};
std::set<std::string> findings;
bool sameValue = false;

void *const ARENA = (void *)0x200000000000ul;
const size_t ARENA_BYTES = 1ul << 30, GAP = 1ul << 16;
char *arenaEnd = nullptr;

UNWATCHED void Accesses::add(int actor) {
  who.add(actor);
  if (!hasWarps || actor >= 1000000) return;
  const long now = items[actor].clock[actor % WARP];
  for (size_t i = lanes.size(); i-- > 0;)
    if (lanes[i].first == actor) { lanes[i].second = now; return; }
  lanes.push_back({actor, now});
}
UNWATCHED bool Accesses::others(int actor) const {
  if (!hasWarps || actor >= 1000000 || !who.others(actor)) return who.others(actor);
  for (auto &[other, clock] : lanes) {
    if (other == actor) continue;
    const bool isOrdered = other / WARP == actor / WARP && (lockstep || clock < items[actor].clock[other % WARP]);
    if (!isOrdered) return true;
  }
  return false;
}

UNWATCHED const char *kindName(int kind) {
  static const char *names[] = {"race-local", "race-global", "race-between-groups", "bounds",
                                "uninitialised", "non-termination", "divergence", "inactive-lane",
                                "result"};
  return names[kind];
}
UNWATCHED void found(int kind, void *pc, const std::string &array) {
  if (!judging) return;
  char text[300];
  snprintf(text, sizeof text, "{\"kind\":\"%s\",\"pc\":\"%p\",\"array\":\"%s\"}", kindName(kind), pc,
           array.c_str());
  if (findings.size() < 60) findings.insert(text);
}

Array *last = nullptr; // the array that was asked for last
UNWATCHED Array *arrayAt(const char *at, bool &outside) {
  outside = false;
  if (last && at >= last->at && at < last->at + last->bytes) return last;
  for (Array *a : arrays) {
    if (at >= a->at && at < a->at + a->bytes) return last = a;
    if (at >= a->at - a->room && at < a->at + a->bytes + a->room) {
      outside = true;
      last = nullptr;
      return a;
    }
  }
  if (at >= (char *)ARENA && at < (char *)ARENA + ARENA_BYTES) outside = true;
  return nullptr;
}

/// A write is reported before it happens: what it wrote is seen at the next event.
UNWATCHED bool hasChanged() { return memcmp(pending.at, pending.before.data(), pending.bytes) != 0; }
UNWATCHED void settle() {
  if (!pending.live) return;
  pending.live = false;
  if (pending.clashing.empty()) return;
  // Others may have written a part only of a vector.
  bool differs = false;
  for (size_t i : pending.clashing) differs |= pending.at[i] != pending.before[i];
  if (differs) found(pending.spaceKind, pending.pc, pending.array->name);
  else sameValue = true;
}

enum Manner { READ, WRITE, ATOMIC_READ, ATOMIC_WRITE, ATOMIC_EXCHANGE };

UNWATCHED void judge(Array &array, size_t from, size_t bytes, Manner manner, int actor, void *pc) {
  const bool isCopy = actor >= 1000000;
  const bool atomic = manner >= ATOMIC_READ, write = manner == WRITE || manner >= ATOMIC_WRITE;
  bool writesOnly = true, between = false, unwritten = false;
  std::vector<size_t> clashing;
  for (size_t i = from; i < from + bytes; i++) {
    bool conflict = false;
    Cell &cell = array.cells[i];
    const long epoch = current->barriers[array.space];
    if (cell.group != group || cell.epoch != epoch) {
      cell.group = group;
      cell.epoch = epoch;
      cell.reads.clear(), cell.writes.clear(), cell.atomics.clear();
    }
    if (manner != WRITE && manner != ATOMIC_EXCHANGE && !cell.written) unwritten = true;
    if (cell.writes.others(actor)) {
      conflict = true;
      if (manner != WRITE) writesOnly = false;
    }
    if (write && cell.reads.others(actor)) conflict = true, writesOnly = false;
    if (!atomic && cell.atomics.others(actor)) conflict = true, writesOnly = false;
    if (array.space == GLOBAL_MEMORY) {
      if (cell.groupWrites.others(group)) {
        conflict = between = true;
        if (manner != WRITE) writesOnly = false;
      }
      if (write && cell.groupReads.others(group)) conflict = between = true, writesOnly = false;
      if (!atomic && cell.groupAtomics.others(group)) conflict = between = true, writesOnly = false;
    }
    // A copy is under way until this item has waited for it.
    if (!isCopy && cell.copyTo >= 0 && !current->waited.count(cell.copyTo))
      conflict = true, writesOnly = false;
    if (!isCopy && write && cell.copyFrom >= 0 && !current->waited.count(cell.copyFrom))
      conflict = true, writesOnly = false;
    if (isCopy && cell.copyTo >= 0 && cell.copyTo != actor && !current->waited.count(cell.copyTo))
      conflict = true, writesOnly = false;
    if (isCopy && write && cell.copyFrom >= 0 && cell.copyFrom != actor &&
        !current->waited.count(cell.copyFrom))
      conflict = true, writesOnly = false;

    if (conflict) clashing.push_back(i - from);
    if (isCopy) {
      (write ? cell.copyTo : cell.copyFrom) = actor;
      (write ? cell.groupWrites : cell.groupReads).add(group);
    } else if (atomic && write) cell.atomics.add(actor), cell.groupAtomics.add(group);
    else if (write) cell.writes.add(actor), cell.groupWrites.add(group);
    else if (!atomic) cell.reads.add(actor), cell.groupReads.add(group);
    if (write) cell.written = true;
  }
  const int kind = between ? 2 : array.space == LOCAL_MEMORY ? 0 : 1;
  if (unwritten) found(4, pc, array.name);
  if (clashing.size() > 0 && !(write && writesOnly)) {
    found(kind, pc, array.name);
    clashing.clear();
  }
  if (manner == WRITE && !isCopy)
    pending = {array.at + from, bytes, true, std::string(array.at + from, bytes), &array, pc,
               clashing, kind};
}

UNWATCHED void seen(const void *where, size_t bytes, Manner manner, void *pc) {
  // A struct's copy is reported as a write, then as the read of what is written.
  if (manner != READ || !pending.live || hasChanged()) settle();
  if (!current) return;
  const char *at = (const char *)where;
  bool outside;
  Array *array = arrayAt(at, outside);
  if (!array && !outside) return;
  Count &count = current->regions.back();
  if (array) (array->space == LOCAL_MEMORY ? count.local : count.global) += manner >= ATOMIC_WRITE ? 2 : 1;
  if (!outside && at + bytes > array->at + array->bytes) outside = true;
  if (outside) return found(3, pc, array ? array->name : "?");
  if (judging) judge(*array, at - array->at, bytes, manner, (int)(current - items.data()), pc);
}

std::string launches;
bool wantArrays = false, ordersAgree = true;
std::map<std::string, std::string> lastContents;
UNWATCHED std::string arraysAsText() {
  std::string text = std::string(",\"ordersAgree\":") + (ordersAgree ? "true" : "false") + ",\"arrays\":{";
  bool first = true;
  for (auto &[name, bytes] : lastContents) {
    text += (first ? "\"" : ",\"") + name + "\":\"";
    char digits[3];
    for (unsigned char byte : bytes) snprintf(digits, 3, "%02x", byte), text += digits;
    text += "\"", first = false;
  }
  return text + "}";
}
/// Global arrays as they are in the end; they must not depend on the order, input by input.
UNWATCHED void keepContents(bool isFirstOrder) {
  std::map<std::string, std::string> contents;
  for (Array *a : arrays)
    if (a->space == GLOBAL_MEMORY) contents[a->name] = std::string(a->at, a->bytes);
  if (!isFirstOrder && contents != lastContents) ordersAgree = false;
  lastContents = contents;
}

// Of each input, the bytes of global arrays before and after the first order.
bool wantMemory = false;
std::vector<std::pair<std::string, std::string>> memories;
UNWATCHED std::string memoryNow() {
  std::string text;
  for (Array *a : arrays)
    if (a->space == GLOBAL_MEMORY && a->room == GAP)
      for (size_t i = 0; i < a->bytes; i++) {
        char byte[3];
        snprintf(byte, sizeof byte, "%02x", (unsigned char)a->at[i]);
        text += byte;
      }
  return text;
}
UNWATCHED void report(bool counts, const std::vector<std::vector<std::vector<Count>>> &groups, const char *result) {
  std::string text = std::string("{\"unit\":\"") + unit->name + "\",\"findings\":[";
  bool first = true;
  for (auto &finding : findings) text += (first ? "" : ",") + finding, first = false;
  if (unit->host) text += "],\"launches\":[" + launches;
  text += std::string("],\"sameValue\":") + (sameValue ? "true" : "false") + ",\"result\":\"" + result + "\"";
  if (wantArrays) text += arraysAsText();
  if (counts) {
    text += ",\"groups\":[";
    for (size_t g = 0; g < groups.size(); g++) {
      text += g ? ",[" : "[";
      for (size_t i = 0; i < groups[g].size(); i++) {
        text += i ? ",[" : "[";
        for (size_t r = 0; r < groups[g][i].size(); r++) {
          char pair[64];
          snprintf(pair, sizeof pair, "%s[%ld,%ld]", r ? "," : "", groups[g][i][r].global, groups[g][i][r].local);
          text += pair;
        }
        text += "]";
      }
      text += "]";
    }
    text += "]";
  }
  if (wantMemory) {
    text += ",\"memory\":[";
    for (size_t i = 0; i < memories.size(); i++)
      text += std::string(i ? ",[\"" : "[\"") + memories[i].first + "\",\"" + memories[i].second + "\"]";
    text += "]";
  }
  text += "}\n";
  fflush(stdout);
  const char *rest = text.data();
  size_t left = text.size();
  while (left > 0) {
    const ssize_t n = write(1, rest, left);
    if (n <= 0) _exit(1);
    rest += n, left -= n;
  }
}
bool wantCounts = false;
std::vector<std::vector<std::vector<Count>>> counted;
UNWATCHED void giveUp(int kind, void *pc) {
  current = nullptr; // what follows is no step of an item
  found(kind, pc, "");
  report(wantCounts, counted, "none");
  _exit(0);
}
UNWATCHED void onFault(int signal, siginfo_t *, void *context) {
  // A host that ends by itself claims nothing of its kernels.
  if (unit->host && !current) {
    memories.clear();
    report(wantCounts, counted, "none");
    _exit(0);
  }
  giveUp(signal == SIGFPE ? 8 : 3, (void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
}
UNWATCHED void onAlarm(int) { giveUp(5, nullptr); }

void (*kernelCall)(void *) = nullptr;
void *kernelClosure = nullptr;
UNWATCHED void enter() {
  if (kernelCall) kernelCall(kernelClosure);
  else unit->call();
  settle();
  current->done = true;
  swapcontext(&current->context, &scheduler);
}

const size_t STACK = 128 * 1024;
char *stacks = nullptr;

UNWATCHED unsigned next() { return seed = seed * 1103515245u + 12345u, seed >> 8; }

#include "warps.hpp"

/// One group from its dispatch to its end; false where its items do not meet.
UNWATCHED bool runGroup() {
  const size_t count = unit->local[0] * unit->local[1] * unit->local[2];
  for (Array *a : arrays)
    if (a->space == LOCAL_MEMORY) {
      a->cells.assign(a->bytes, {});
      memset(a->at, 0xA5, a->bytes);
    }
  copies.clear();
  copyPlaces.clear();
  items.assign(count, {});
  for (size_t i = 0; i < count; i++) {
    Item &item = items[i];
    item.id[0] = i % unit->local[0];
    item.id[1] = i / unit->local[0] % unit->local[1];
    item.id[2] = i / unit->local[0] / unit->local[1];
    item.regions.push_back({});
    getcontext(&item.context);
    item.context.uc_stack.ss_sp = stacks + i * STACK;
    item.context.uc_stack.ss_size = STACK;
    item.context.uc_link = &scheduler;
    makecontext(&item.context, enter, 0);
  }
  for (;;) {
    std::vector<size_t> turn(count);
    for (size_t i = 0; i < count; i++) turn[i] = order == 1 ? count - 1 - i : i;
    if (order > 1)
      for (size_t i = count - 1; i > 0; i--) std::swap(turn[i], turn[next() % (i + 1)]);
    for (bool going = true; going;) {
      going = false;
      for (size_t i : turn) {
        if (items[i].done || items[i].waiting) continue;
        current = &items[i];
        swapcontext(&scheduler, &current->context);
        if (!items[i].done && !items[i].waiting) going = true; // let others go first, at an atomic
        current = nullptr;
        if (hasWarps && releaseLanes(i / WARP)) going = true;
      }
      if (hasWarps && !going) going = releaseGathered();
    }
    if (hasWarps) {
      if (!releaseBlock()) return false;
      if (allDone()) return true;
      continue;
    }
    size_t done = 0;
    bool same = true;
    for (Item &item : items) {
      done += item.done;
      if (item.meetings != items[0].meetings) same = false;
      if (!item.done && !items[0].done && item.site != items[0].site) same = false;
    }
    if (!same || (done > 0 && done < count)) {
      found(6, nullptr, "");
      return false;
    }
    if (done == count) {
      // What a copy does must be waited for before the kernel ends.
      for (size_t i = 0; i < copies.size(); i++)
        for (Item &item : items)
          if (!item.waited.count(copies[i])) found(0, copyPlaces[i], "");
      return true;
    }
    for (Item &item : items) {
      item.waiting = false;
      item.meetings.clear();
      item.regions.push_back({});
    }
  }
}

UNWATCHED bool runGroups() {
  size_t groups[3];
  for (int d = 0; d < 3; d++) groups[d] = unit->global[d] / unit->local[d];
  const size_t all = groups[0] * groups[1] * groups[2];
  for (size_t n = 0; n < all; n++) {
    const size_t g = order == 1 ? all - 1 - n : n;
    group = (int)g;
    groupId[0] = g % groups[0];
    groupId[1] = g / groups[0] % groups[1];
    groupId[2] = g / groups[0] / groups[1];
    if (!runGroup()) return false;
    if (wantCounts) {
      std::vector<std::vector<Count>> each;
      for (Item &item : items) each.push_back(item.regions);
      counted.push_back(each);
    }
  }
  return true;
}
bool allMet = true;
size_t sharedBytes = 0; // of the launch

UNWATCHED void runUnit(unsigned input) {
  for (Array *a : arrays) delete a;
  arrays.clear();
  last = nullptr;
  arenaEnd = (char *)ARENA + GAP;
  if (__start_constants)
    arrays.push_back(new Array{"constants", GLOBAL_MEMORY, __start_constants,
                               (size_t)(__stop_constants - __start_constants), 0,
                               std::vector<Cell>(__stop_constants - __start_constants, Cell{true})});
  current = nullptr;
  pending.live = false;
  counted.clear();
  static const std::string image(__start_constants, __stop_constants);
  if (__start_constants) memcpy(__start_constants, image.data(), image.size());
  hasWarps = unit->host != nullptr;
  bool met = true;
  if (unit->host) {
    launches.clear();
    allMet = true;
    if (unit->host(input) != 0) found(8, nullptr, "the host");
    met = allMet;
  } else {
    unit->fill(input);
    if (wantMemory && order == 0) memories.push_back({memoryNow(), ""});
    met = runGroups();
  }
  current = nullptr;
  if (wantMemory && order == 0 && !memories.empty()) memories.back().second = memoryNow();
  if (met && unit->holds && !unit->holds()) findings.insert("{\"kind\":\"result\",\"pc\":\"(nil)\",\"array\":\"\"}");
}

UNWATCHED Array *addArray(const char *name, Space space, void *at, size_t bytes, size_t room) {
  for (Array *a : arrays)
    if (a->at == at) return a;
  Array *a = new Array{name, space, (char *)at, bytes, room, std::vector<Cell>(bytes)};
  if (space == GLOBAL_MEMORY)
    for (Cell &cell : a->cells) cell.written = true;
  else memset(at, 0xA5, bytes);
  arrays.push_back(a);
  return a;
}

template <class T, class Bits> UNWATCHED static uint64_t sumOf(Bits old, Bits operand) {
  T a, b;
  memcpy(&a, &old, sizeof a), memcpy(&b, &operand, sizeof b);
  a += b;
  memcpy(&old, &a, sizeof a);
  return old;
}

} // namespace

extern "C" {
UNWATCHED void add_unit(Unit *u) { u->next = units, units = u; }
UNWATCHED size_t get_local_id(unsigned d) { return d < 3 && current ? current->id[d] : 0; }
UNWATCHED size_t get_group_id(unsigned d) { return d < 3 ? groupId[d] : 0; }
UNWATCHED size_t get_local_size(unsigned d) { return d < 3 ? unit->local[d] : 1; }
UNWATCHED size_t get_global_size(unsigned d) { return d < 3 ? unit->global[d] : 1; }
UNWATCHED unsigned get_work_dim() { return unit->dimensions; }
UNWATCHED int local_slot() { return 0; }

UNWATCHED void declare_local(const char *name, void *at, size_t bytes) {
  addArray(name, LOCAL_MEMORY, at, bytes, 256);
}
UNWATCHED static void *reserve(const char *name, Space space, size_t bytes) {
  for (Array *a : arrays)
    if (a->space == space && a->name == name && a->room == GAP) return a->at;
  char *at = arenaEnd;
  arenaEnd += (bytes + GAP + 4095) / 4096 * 4096 + GAP;
  return addArray(name, space, at, bytes, GAP)->at;
}
UNWATCHED void *local_argument(const char *name, size_t bytes) { return reserve(name, LOCAL_MEMORY, bytes); }
UNWATCHED void *dynamic_shared() { return reserve("shared", LOCAL_MEMORY, sharedBytes); }
UNWATCHED void *global_array(const char *name, size_t bytes) { return reserve(name, GLOBAL_MEMORY, bytes); }

UNWATCHED void meet_barrier(int flags) {
  settle();
  current->site = (unsigned long)__builtin_return_address(0) * 31 + current->path;
  current->waitsAt = __builtin_return_address(0);
  current->waiting = true;
  Item *me = current;
  swapcontext(&me->context, &scheduler);
  if (flags & 1) me->barriers[LOCAL_MEMORY]++;
  if (flags & 2) me->barriers[GLOBAL_MEMORY]++;
}

#include "warps-api.hpp"

UNWATCHED unsigned long copy_together(void *to, const void *from, size_t count, size_t bytes, size_t toStride,
                                      size_t fromStride, unsigned long event) {
  settle();
  void *pc = __builtin_return_address(0);
  const unsigned long site = (unsigned long)pc * 31 + current->path;
  current->meetings.push_back(site + (unsigned long)to * 7 + (unsigned long)from * 13 + count * 17);
  const size_t index = current->nextCopy++;
  bool toOutside, fromOutside;
  Array *target = arrayAt((char *)to, toOutside), *source = arrayAt((const char *)from, fromOutside);
  const size_t size = items.size(), share = (count + size - 1) / size;
  Count &paid = current->regions.back();
  if (source) (source->space == LOCAL_MEMORY ? paid.local : paid.global) += share;
  if (target) (target->space == LOCAL_MEMORY ? paid.local : paid.global) += share;
  const bool isFirst = index >= copies.size();
  if (isFirst) copies.push_back(1000000 + copiesInAll++), copyPlaces.push_back(pc);
  const int actor = copies[index];
  if (isFirst) {
    for (size_t i = 0; i < count; i++) {
      char *t = (char *)to + i * toStride * bytes;
      const char *f = (const char *)from + i * fromStride * bytes;
      bool o1, o2;
      Array *ta = arrayAt(t, o1), *fa = arrayAt(f, o2);
      if (!ta || !fa || o1 || o2) { found(3, pc, ta && !o1 ? "source" : "target"); continue; }
      if (judging) {
        judge(*fa, f - fa->at, bytes, READ, actor, pc);
        judge(*ta, t - ta->at, bytes, WRITE, actor, pc);
      }
      memcpy(t, f, bytes);
    }
  }
  // An event stands for the last copy and all that it continues.
  return event == 0 ? (unsigned long)actor : (unsigned long)actor | (event << 32);
}
UNWATCHED void wait_for(int count, const unsigned long *events, size_t room) {
  settle();
  if (count * sizeof *events > room) giveUp(3, __builtin_return_address(0));
  current->meetings.push_back((unsigned long)__builtin_return_address(0) * 37 + current->path);
  for (int i = 0; i < count; i++)
    for (unsigned long event = events[i]; event != 0; event >>= 32)
      current->waited.insert((int)(event & 0xffffffff));
}

/// Where the kernel called a function of the header that ended up here, some calls deep. The frames in
/// between are those of code that is not optimised.
__attribute__((noinline)) UNWATCHED static void *calledAt(void *frame, int depth) {
  void **at = (void **)frame;
  for (int i = 0; i < depth; i++) at = (void **)*at;
  return at[1];
}
UNWATCHED void touch(const void *at, size_t bytes, bool write, int depth) {
  seen(at, bytes, write ? WRITE : READ, calledAt(__builtin_frame_address(0), depth));
}
UNWATCHED static uint64_t combine(int operation, uint64_t old, uint64_t a, uint64_t b, bool wide) {
  const int64_t so = wide ? (int64_t)old : (int32_t)old, sa = wide ? (int64_t)a : (int32_t)a;
  switch (operation) {
  case 0: return old + a;
  case 1: return old - a;
  case 2: return a;
  case 3: return old == b ? a : old;
  case 4: return sa < so ? a : old;
  case 5: return sa > so ? a : old;
  case 6: return old & a;
  case 7: return old | a;
  case 8: return old ^ a;
  case 9: return a < old ? a : old;
  case 10: return a > old ? a : old;
  case 11: return old >= a ? 0 : old + 1;
  case 12: return old == 0 || old > a ? a : old - 1;
  case 13: return sumOf<float, uint32_t>(old, a);
  default: return sumOf<double, uint64_t>(old, a);
  }
}
UNWATCHED static void letOthersGo() {
  // Half of the shuffled runs change turns at atomics; warps must not starve each other.
  if ((order > 2 && next() % 2) || (hasWarps && ++current->updates % 64 == 0)) {
    Item *me = current;
    swapcontext(&me->context, &scheduler);
  }
}
UNWATCHED uint32_t update32(volatile void *at, int operation, uint32_t a, uint32_t b) {
  letOthersGo();
  seen((void *)at, 4, operation == 2 ? ATOMIC_EXCHANGE : ATOMIC_WRITE, calledAt(__builtin_frame_address(0), 2));
  bool outside;
  if (arrayAt((char *)at, outside) == nullptr && outside) return 0;
  const uint32_t old = *(volatile uint32_t *)at;
  *(volatile uint32_t *)at = (uint32_t)combine(operation, old, a, b, false);
  return old;
}
UNWATCHED uint64_t update64(volatile void *at, int operation, uint64_t a, uint64_t b) {
  letOthersGo();
  seen((void *)at, 8, operation == 2 ? ATOMIC_EXCHANGE : ATOMIC_WRITE, calledAt(__builtin_frame_address(0), 2));
  const uint64_t old = *(volatile uint64_t *)at;
  *(volatile uint64_t *)at = combine(operation, old, a, b, true);
  return old;
}

UNWATCHED void __sanitizer_cov_trace_pc() {
  if (current && ++current->steps > limit) giveUp(5, __builtin_return_address(0));
}
UNWATCHED void __tsan_init() {}
// The compiler's own check of indices, for arrays that are private.
UNWATCHED void __ubsan_handle_out_of_bounds(void *, void *) { giveUp(3, __builtin_return_address(0)); }
UNWATCHED void __tsan_func_entry(void *pc) {
  if (!current) return;
  current->paths.push_back(current->path);
  current->path = current->path * 1000003 + (unsigned long)pc;
}
UNWATCHED void __tsan_func_exit() {
  if (!current || current->paths.empty()) return;
  current->path = current->paths.back();
  current->paths.pop_back();
}
#define HOOK(size)                                                                                 \
  UNWATCHED void __tsan_read##size(void *at) { seen(at, size, READ, __builtin_return_address(0)); } \
  UNWATCHED void __tsan_write##size(void *at) { seen(at, size, WRITE, __builtin_return_address(0)); } \
  UNWATCHED void __tsan_unaligned_read##size(void *at) { seen(at, size, READ, __builtin_return_address(0)); } \
  UNWATCHED void __tsan_unaligned_write##size(void *at) { seen(at, size, WRITE, __builtin_return_address(0)); }
HOOK(1)
HOOK(2)
HOOK(4)
HOOK(8)
HOOK(16)
UNWATCHED void __tsan_read_range(void *at, size_t bytes) { seen(at, bytes, READ, __builtin_return_address(0)); }
UNWATCHED void __tsan_write_range(void *at, size_t bytes) { seen(at, bytes, WRITE, __builtin_return_address(0)); }
UNWATCHED void __tsan_vptr_update(void **, void *) {}
}

int main(int argc, char **argv) {
  unsigned inputs = 1;
  std::vector<std::string> wanted;
  for (int i = 1; i < argc; i++) {
    const std::string word = argv[i];
    if (word == "--counts") wantCounts = true;
    else if (word == "--arrays") wantArrays = true;
    else if (word == "--lockstep") lockstep = true;
    else if (word == "--memory") wantMemory = true;
    else if (word == "--inputs") inputs = atoi(argv[++i]);
    else if (word == "--limit") limit = atol(argv[++i]);
    else wanted.push_back(word);
  }
  std::map<std::string, Unit *> byName;
  for (Unit *u = units; u; u = u->next) byName[u->name] = u;
  if (wanted.empty())
    for (auto &[name, _] : byName) wanted.push_back(name);
  mmap(ARENA, ARENA_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0);
  stacks = (char *)mmap(nullptr, STACK * 1024, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (const std::string &name : wanted) {
    const auto entry = byName.find(name);
    if (entry == byName.end()) {
      fprintf(stderr, "there is no unit %s\n", name.c_str());
      return 2;
    }
    unit = entry->second;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      stack_t alternative{malloc(65536), 0, 65536};
      sigaltstack(&alternative, nullptr);
      struct sigaction action{};
      action.sa_sigaction = onFault;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      for (int s : {SIGSEGV, SIGBUS, SIGFPE}) sigaction(s, &action, nullptr);
      signal(SIGALRM, onAlarm);
      alarm(120);
      judging = true;
      const unsigned orders = wantCounts ? 1 : 4;
      for (unsigned input = 0; input < inputs; input++)
        for (order = 0; order < orders; order++) {
          runUnit(input);
          if (wantArrays) keepContents(order == 0);
        }
      report(wantCounts, counted, unit->holds ? "stated" : "none");
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fprintf(stderr, "unit %s ended with status %d\n", name.c_str(), status);
      return 1;
    }
  }
  return 0;
}
