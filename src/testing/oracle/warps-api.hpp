// Part of counting.cpp: what the header cuda.hpp calls.

UNWATCHED static void *calledAt(void *frame, int depth);

UNWATCHED static void waitHere(void *pc) {
  settle();
  current->waitsAt = pc;
  current->site = (unsigned long)pc * 31 + current->path;
  current->waiting = true;
  Item *me = current;
  swapcontext(&me->context, &scheduler);
}
UNWATCHED unsigned lane_of_warp() { return (current - items.data()) % WARP; }

UNWATCHED const Meeting *meet_lanes(uint32_t mask, int kind, uint64_t value, int depth) {
  void *pc = calledAt(__builtin_frame_address(0), depth);
  if (!(mask >> lane_of_warp() & 1)) {
    found(7, pc, "");
    mask = 1u << lane_of_warp();
  }
  current->mask = mask;
  current->kind = kind;
  current->value = value;
  current->waitsFor = Item::LANES;
  waitHere(pc);
  return &current->met;
}
UNWATCHED uint32_t gather_lanes(int depth) {
  if (order == 2) return 1u << lane_of_warp(); // each on its own: independent threads may
  current->waitsFor = Item::GATHERING;
  waitHere(calledAt(__builtin_frame_address(0), depth));
  return current->mask;
}
UNWATCHED void lane_fault(int depth) { found(7, calledAt(__builtin_frame_address(0), depth), ""); }
UNWATCHED void assert_fault(const char *) { found(8, __builtin_return_address(0), ""); }
UNWATCHED void set_vote(bool vote) { current->vote = vote; }
UNWATCHED void barrier_votes(int *count, bool *all) { *count = current->votes, *all = current->allVoted; }

UNWATCHED void *device_memory(size_t bytes) {
  settle();
  const std::string name = "memory " + std::to_string(arrays.size());
  char *at = arenaEnd;
  arenaEnd += (bytes + GAP + 4095) / 4096 * 4096 + GAP;
  addArray(name.c_str(), GLOBAL_MEMORY, at, bytes, GAP);
  memset(at, 0xA5, bytes);
  for (Cell &cell : arrays.back()->cells) cell.written = false;
  return at;
}
UNWATCHED static Array *arrayOf(const void *at) {
  bool outside;
  Array *a = arrayAt((const char *)at, outside);
  return outside ? nullptr : a;
}
UNWATCHED size_t bytes_from(const void *at) {
  Array *a = arrayOf(at);
  return a ? a->bytes - ((const char *)at - a->at) : 0;
}
UNWATCHED void name_array(const void *at, const char *name) {
  if (Array *a = arrayOf(at)) a->name = name;
}
UNWATCHED void mark_written(const void *at, size_t bytes) {
  Array *a = arrayOf(at);
  if (!a) return;
  const size_t from = (const char *)at - a->at;
  if (from + bytes > a->bytes) {
    fprintf(stderr, "unit %s: the host writes beyond %s\n", unit->name, a->name.c_str());
    _exit(3);
  }
  for (size_t i = from; i < from + bytes; i++) a->cells[i].written = true;
}

UNWATCHED void launch_blocks(const char *described, const unsigned *grid, const unsigned *block, size_t bytes,
                             void (*call)(void *), void *closure) {
  settle();
  launches += (launches.empty() ? "\"" : ",\"") + std::string(described) + "\"";
  for (int d = 0; d < 3; d++) {
    unit->local[d] = block[d];
    unit->global[d] = (size_t)grid[d] * block[d];
  }
  for (auto a = arrays.begin(); a != arrays.end();) { // each launch has its own shared memory, and no others beside
    if ((*a)->space == LOCAL_MEMORY) {
      delete *a;
      a = arrays.erase(a);
      continue;
    }
    for (Cell &cell : (*a)->cells) cell = Cell{cell.written};
    ++a;
  }
  last = nullptr;
  sharedBytes = bytes;
  kernelCall = call;
  kernelClosure = closure;
  if (allMet) allMet = runGroups();
  kernelCall = nullptr;
  current = nullptr;
}

UNWATCHED void copy_later(void *to, const void *from, size_t bytes, int depth) {
  current->uncommitted.push_back({to, from, bytes, calledAt(__builtin_frame_address(0), depth)});
}
UNWATCHED void commit_copies() {
  current->committed.push_back(current->uncommitted);
  current->uncommitted.clear();
}
UNWATCHED void wait_copies(size_t prior) {
  auto &all = current->committed;
  while (all.size() > prior) {
    for (const Item::Copy &copy : all.front()) {
      seen(copy.from, copy.bytes, READ, copy.pc);
      seen(copy.to, copy.bytes, WRITE, copy.pc);
      if (arrayOf(copy.from) && arrayOf(copy.to)) memcpy(copy.to, copy.from, copy.bytes);
    }
    all.erase(all.begin());
  }
}
