// A stencil in one dimension with its halo in local memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner local tile = WG + 2
#pragma tuner input a[i] = i
#pragma tuner ensures forall i in 1..size - 1: b[i] == 3 * i

__global__ void stencil(const int *a, int *b) {
  extern __shared__ int tile[];
  int gid = blockIdx.x * blockDim.x + threadIdx.x, lid = threadIdx.x, n = blockDim.x;
  tile[lid + 1] = a[gid];
  if (lid == 0)
    tile[0] = gid == 0 ? 0 : a[gid - 1];
  if (lid == n - 1)
    tile[n + 1] = gid == size - 1 ? 0 : a[gid + 1];
  __syncthreads();
  b[gid] = tile[lid] + tile[lid + 1] + tile[lid + 2];
}
