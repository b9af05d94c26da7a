// a block repeats its step until no thread changed anything: right
// launch propagate: 1 of 32; label[32]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input label[i] = i
#pragma tuner ensures forall i < 32: label[i] == i / 8 * 8
__global__ void propagate(int *label) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = label[t];
  __syncthreads();
  bool changed;
  do {
    const int left = t % 8 > 0 ? s[t - 1] : s[t];
    changed = left < s[t];
    __syncthreads();
    if (changed) s[t] = left;
  } while (__syncthreads_or(changed));
  label[t] = s[t];
}
