// __activemask is taken to name all lanes of the branch: result
// launch active: 1 of 32; out[1]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array out = 1
#pragma tuner input out[i] = 0
#pragma tuner ensures out[0] == 16
__global__ void active(int *out) {
  if (threadIdx.x < 16) {
    const unsigned mask = __activemask(); // !
    if (threadIdx.x == 0) out[0] = __popc(mask);
  }
}
