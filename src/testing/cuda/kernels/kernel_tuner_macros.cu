// block_size_x and work_per_thread left open, as Kernel Tuner has it: right
// with block_size_x = 32, work_per_thread = 2
// launch vector_add: 2 of 32; c[120], a[120], b[120], n = 120
#pragma tuner param block_size_x = {32, 64}
#pragma tuner param work_per_thread = {1, 2}
#pragma tuner local_size block_size_x
#pragma tuner items 128 / work_per_thread
#pragma tuner array a = 120
#pragma tuner array b = 120
#pragma tuner array c = 120
#pragma tuner value n = 120
#pragma tuner input a[i] = i
#pragma tuner input b[i] = 2 * i
#pragma tuner ensures forall i < 120: c[i] == 3 * i
__global__ void vector_add(float *c, const float *a, const float *b, int n) {
  for (int k = 0; k < work_per_thread; k++) {
    int i = (blockIdx.x * work_per_thread + k) * block_size_x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
  }
}
