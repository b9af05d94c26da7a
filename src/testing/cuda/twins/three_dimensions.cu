// A volume in groups of three dimensions.
#pragma tuner param W = {1, 2}
#pragma tuner local_size W, W, 2
#pragma tuner items 2, 4, 4
#pragma tuner array a = 32
#pragma tuner array b = 32
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i + 1

__global__ void volume(const int *a, int *b) {
  int i = ((blockIdx.z * blockDim.z + threadIdx.z) * (gridDim.y * blockDim.y) + (blockIdx.y * blockDim.y + threadIdx.y)) * (gridDim.x * blockDim.x) + (blockIdx.x * blockDim.x + threadIdx.x);
  b[i] = a[i] + 1;
}
