// Electric potential of atoms at the points of a cubic grid, with the parameters of the KTT benchmark of that name.
// An item sums up Z_ITERATIONS points above each other; with USE_SOA the atoms lie in an array for each coordinate.
#define GRID 256
#define ATOMS 64
#pragma tuner param WORK_GROUP_SIZE_X = {16, 32}
#pragma tuner param WORK_GROUP_SIZE_Y = {2, 4, 8}
#pragma tuner param WORK_GROUP_SIZE_Z = {1}
#pragma tuner param Z_ITERATIONS = {1, 2, 4, 8, 16, 32}
#pragma tuner param INNER_UNROLL_FACTOR = {0, 1, 2, 4, 8, 16, 32}
#pragma tuner param USE_CONSTANT_MEMORY = {0}
#pragma tuner param USE_SOA = {0, 1}
#pragma tuner param VECTOR_SIZE = {1}
#pragma tuner require INNER_UNROLL_FACTOR < Z_ITERATIONS
#pragma tuner local_size WORK_GROUP_SIZE_X, WORK_GROUP_SIZE_Y, WORK_GROUP_SIZE_Z
#pragma tuner items GRID, GRID, GRID / Z_ITERATIONS
#pragma tuner array atoms = ATOMS
#pragma tuner array xs = ATOMS
#pragma tuner array ys = ATOMS
#pragma tuner array zs = ATOMS
#pragma tuner array charges = ATOMS
#pragma tuner array energies = GRID * GRID * GRID

__kernel void coulomb(__global const float4 *restrict atoms, __global const float *restrict xs,
                      __global const float *restrict ys, __global const float *restrict zs,
                      __global const float *restrict charges, const float spacing, __global float *restrict energies) {
  const int column = get_global_id(0), row = get_global_id(1), first = get_global_id(2) * Z_ITERATIONS;
  const float x = spacing * column, y = spacing * row, z = spacing * first;
  float sums[Z_ITERATIONS];
#pragma unroll
  for (int i = 0; i < Z_ITERATIONS; ++i)
    sums[i] = 0.0f;
  for (int atom = 0; atom < ATOMS; ++atom) {
#if USE_SOA == 0
    const float4 own = atoms[atom];
    const float dx = x - own.x, dy = y - own.y;
    float dz = z - own.z;
    const float charge = own.w;
#else
    const float dx = x - xs[atom], dy = y - ys[atom];
    float dz = z - zs[atom];
    const float charge = charges[atom];
#endif
    const float flat = dx * dx + dy * dy;
#if INNER_UNROLL_FACTOR == 0
#pragma unroll
#else
#pragma unroll INNER_UNROLL_FACTOR
#endif
    for (int i = 0; i < Z_ITERATIONS; ++i) {
      sums[i] += charge * rsqrt(flat + dz * dz);
      dz += spacing;
    }
  }
#pragma unroll
  for (int i = 0; i < Z_ITERATIONS; ++i)
    energies[((first + i) * GRID + row) * GRID + column] += sums[i];
}
