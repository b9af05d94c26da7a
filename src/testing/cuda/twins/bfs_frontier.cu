// A step of a breadth-first search on a ring, in which every node is in the frontier and has two neighbours.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array edges = 2 * size
#pragma tuner input edges[i] = (i / 2 + (i % 2 == 0 ? 1 : size - 1)) % size
#pragma tuner input cost[i] = 100

__global__ void bfs(const int *edges, int *cost, int *next) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  next[node] = 0;
  for (int e = 2 * node; e < 2 * node + 2; e++) {
    int to = edges[e];
    atomicMin(&cost[to], 1);
  }
}
