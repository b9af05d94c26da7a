// What an item does is decided by a switch over its id, with a fall through.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner input a[i] = 1
#pragma tuner input b[i] = 0
#pragma tuner array b = size + 1

__global__ void stages(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (threadIdx.x & 3) {
    case 0:
      b[i] = a[i];
      break;
    case 1:
      b[i] = a[i] + 1;
    case 2:
      b[i] += 2;
      break;
    default:
      return;
  }
  a[i] = 0;
}
