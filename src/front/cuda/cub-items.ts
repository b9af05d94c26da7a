/** CUB's loads and stores of several items for each thread (CUB documentation, "BlockLoad" and "BlockStore"). */

const HEAD = (
  name: string,
): string => `template <typename T, int X, int N, int ALGORITHM = 0, int Y = 1, int Z = 1>
struct ${name} {
  struct TempStorage { T values[X * Y * Z * N]; };
  TempStorage *storage;
  __device__ ${name}(TempStorage &given) { storage = &given; }
  __device__ int own() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }`;

/** Where a thread's item is: beside its others, or a block or a warp apart. */
const PLACES = `  __device__ int together(int i) { return own() * N + i; }
  __device__ int apart(int i) {
    if (ALGORITHM < 4) return i * X * Y * Z + own();
    return own() / 32 * 32 * N + i * 32 + own() % 32;
  }
  __device__ void meet() {
    if (ALGORITHM < 4) __syncthreads();
    else __syncwarp();
  }`;

const LOAD = `${HEAD('BlockLoad')}
${PLACES}
  template <typename U> __device__ void Load(const U *from, T (&items)[N], int valid) {
    for (int i = 0; i < N; i++) {
      int at = ALGORITHM == 0 || ALGORITHM == 2 ? together(i) : apart(i);
      if (at >= valid) continue;
      if (ALGORITHM < 3) items[i] = from[at];
      else storage->values[at] = from[at];
    }
    if (ALGORITHM < 3) return;
    meet();
    for (int i = 0; i < N; i++)
      if (together(i) < valid) items[i] = storage->values[together(i)];
  }
  template <typename U, typename V>
  __device__ void Load(const U *from, T (&items)[N], int valid, V other) {
    for (int i = 0; i < N; i++) items[i] = other;
    Load(from, items, valid);
  }
  template <typename U> __device__ void Load(const U *from, T (&items)[N]) {
    Load(from, items, X * Y * Z * N);
  }
};`;

const STORE = `${HEAD('BlockStore')}
${PLACES}
  template <typename U> __device__ void Store(U *to, T (&items)[N], int valid) {
    if (ALGORITHM >= 3) {
      for (int i = 0; i < N; i++) storage->values[together(i)] = items[i];
      meet();
    }
    for (int i = 0; i < N; i++) {
      int at = ALGORITHM == 0 || ALGORITHM == 2 ? together(i) : apart(i);
      if (at >= valid) continue;
      if (ALGORITHM < 3) to[at] = items[i];
      else to[at] = storage->values[at];
    }
  }
  template <typename U> __device__ void Store(U *to, T (&items)[N]) {
    Store(to, items, X * Y * Z * N);
  }
};`;

const algorithms = (what: 'Load' | 'Store'): string => {
  const name = what.toUpperCase();
  const all = [
    'DIRECT',
    'STRIPED',
    'VECTORIZE',
    'TRANSPOSE',
    'WARP_TRANSPOSE',
    'WARP_TRANSPOSE_TIMESLICED',
  ];
  return `enum Block${what}Algorithm { ${all.map((each) => `BLOCK_${name}_${each}`).join(', ')} };`;
};

export const ITEMS = [algorithms('Load'), algorithms('Store'), LOAD, STORE].join('\n');

/** Members of a reduction of several items. */
export const REDUCE_ITEMS = `  template <int N, typename Op> __device__ T Reduce(T (&items)[N], Op op) {
    T x = items[0];
    for (int i = 1; i < N; i++) x = op(x, items[i]);
    return Reduce(x, op, X * Y * Z);
  }
  template <int N> __device__ T Sum(T (&items)[N]) {
    return Reduce(items, [](T a, T b) { return a + b; });
  }`;

/** Members of a scan of several items. */
export const SCAN_ITEMS = `  template <int N> __device__ T all(T (&in)[N]) {
    T x = in[0];
    for (int i = 1; i < N; i++) x = x + in[i];
    return x;
  }
  template <int N> __device__ void put(T (&in)[N], T (&out)[N], T before, bool isInclusive) {
    for (int i = 0; i < N; i++) {
      T own = in[i];
      out[i] = isInclusive ? before + own : before;
      before = before + own;
    }
  }
  template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N]) {
    T before;
    ExclusiveSum(all(in), before);
    put(in, out, before, false);
  }
  template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], T &total) {
    T before;
    ExclusiveSum(all(in), before, total);
    put(in, out, before, false);
  }
  template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N]) {
    T before;
    ExclusiveSum(all(in), before);
    put(in, out, before, true);
  }
  template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N], T &total) {
    T before;
    ExclusiveSum(all(in), before, total);
    put(in, out, before, true);
  }`;
