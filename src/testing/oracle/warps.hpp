// Part of counting.cpp: lanes that meet in warps, and CUDA's barriers.

UNWATCHED bool allDone() {
  for (Item &item : items)
    if (!item.done) return false;
  return true;
}

/// Joins what the lanes know, which orders their accesses.
UNWATCHED void joinClocks(size_t first, uint32_t lanes) {
  long joined[WARP] = {};
  for (int l = 0; l < WARP; l++)
    if (lanes >> l & 1)
      for (int k = 0; k < WARP; k++) joined[k] = max(joined[k], items[first + l].clock[k]);
  for (int l = 0; l < WARP; l++)
    if (lanes >> l & 1) {
      items[first + l].clock[l]++;
      joined[l] = items[first + l].clock[l];
    }
  for (int l = 0; l < WARP; l++)
    if (lanes >> l & 1) memcpy(items[first + l].clock, joined, sizeof joined);
}

/// Lets go lanes of which all that the mask names have come; those that have returned do not count.
UNWATCHED bool releaseLanes(size_t warp) {
  const size_t first = warp * WARP, end = min(first + WARP, items.size());
  bool released = false;
  for (size_t i = first; i < end; i++) {
    const Item &item = items[i];
    if (!item.waiting || item.waitsFor != Item::LANES) continue;
    uint32_t arrived = 0;
    bool all = true;
    for (size_t k = first; k < end; k++) {
      if (!(item.mask >> (k - first) & 1) || items[k].done) continue;
      const Item &other = items[k];
      if (other.waiting && other.waitsFor == Item::LANES && other.mask == item.mask && other.kind == item.kind)
        arrived |= 1u << (k - first);
      else all = false;
    }
    if (!all) continue;
    Meeting met{};
    met.arrived = arrived;
    for (size_t k = first; k < end; k++)
      if (arrived >> (k - first) & 1) met.values[k - first] = items[k].value;
    if (item.kind == SYNC_WARP) joinClocks(first, arrived);
    for (size_t k = first; k < end; k++)
      if (arrived >> (k - first) & 1) {
        items[k].met = met;
        items[k].waiting = false;
        items[k].waitsFor = Item::NOTHING;
      }
    released = true;
  }
  return released;
}

/// Lanes of a warp that stand at one place when nobody can go on run together.
UNWATCHED bool releaseGathered() {
  bool released = false;
  for (size_t i = 0; i < items.size(); i++) {
    if (items[i].waitsFor != Item::GATHERING) continue;
    const size_t first = i / WARP * WARP, end = min(first + WARP, items.size());
    uint32_t together = 0;
    for (size_t k = first; k < end; k++)
      if (items[k].waitsFor == Item::GATHERING && items[k].site == items[i].site) together |= 1u << (k - first);
    for (size_t k = first; k < end; k++)
      if (together >> (k - first) & 1) {
        items[k].mask = together;
        items[k].waiting = false;
        items[k].waitsFor = Item::NOTHING;
      }
    released = true;
  }
  return released;
}

/// CUDA's barrier: all that have not returned, at one place.
UNWATCHED bool releaseBlock() {
  const Item *first = nullptr;
  bool same = true;
  int votes = 0;
  bool all = true;
  for (Item &item : items) {
    if (item.done) continue;
    if (!first) first = &item;
    if (item.waitsFor != Item::NOTHING || item.site != first->site) same = false;
    votes += item.vote;
    all = all && item.vote;
  }
  if (!same) {
    for (Item &item : items)
      if (!item.done) found(6, item.waitsAt, "");
    return false;
  }
  for (Item &item : items) {
    if (item.done) continue;
    item.waiting = false;
    item.votes = votes;
    item.allVoted = all;
    item.regions.push_back({});
  }
  return true;
}
