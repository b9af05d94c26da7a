// Accesses behind && and ||, and in a choice, happen only where they are reached.
#pragma tuner param WG = {4, 8}
#pragma tuner input a[i] = 1
#pragma tuner array b = size

__global__ void choices(const int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool inner = i > 0 && i < size - 1;
  int left = inner ? a[i - 1] : 0;
  if (i == 0 || i == size - 1)
    b[i] = left;
  else
    b[i] = left + a[i + 1] - a[i];
}
