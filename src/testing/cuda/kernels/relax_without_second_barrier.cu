// a block repeats its step while others still read: race-local
// launch propagate: 1 of 64; label[64]
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner input label[i] = i
__global__ void propagate(int *label) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = label[t];
  __syncthreads();
  bool changed;
  do {
    const int left = t > 0 ? s[t - 1] : s[t]; // !
    changed = left < s[t];
    if (changed) s[t] = left; // !
  } while (__syncthreads_or(changed));
  label[t] = s[t];
}
