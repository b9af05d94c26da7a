// votes of the whole block at a barrier: right
// launch votes: 3 of 48; data[144], counts[3], all[3], any[3]
#pragma tuner local_size 48
#pragma tuner items 144
#pragma tuner array counts = 3
#pragma tuner array all = 3
#pragma tuner array any = 3
#pragma tuner input data[i] = i % 50
#pragma tuner ensures forall b < 3: counts[b] == count(i < 48: data[b * 48 + i] > 4)
#pragma tuner ensures forall b < 3: all[b] == (count(i < 48: data[b * 48 + i] < 48) == 48)
#pragma tuner ensures forall b < 3: any[b] == (count(i < 48: data[b * 48 + i] == 49) > 0)
__global__ void votes(const int *data, int *counts, int *all, int *any) {
  const int v = data[blockIdx.x * blockDim.x + threadIdx.x];
  const int many = __syncthreads_count(v > 4);
  const int everyone = __syncthreads_and(v < 48);
  const int someone = __syncthreads_or(v == 49);
  if (threadIdx.x == 0) {
    counts[blockIdx.x] = many;
    all[blockIdx.x] = everyone != 0;
    any[blockIdx.x] = someone != 0;
  }
}
