// Each item scans its own part; the sums of the parts are scanned by the first item.
#pragma tuner param WG = {2, 4}
#pragma tuner param TS = {2, 4}
#pragma tuner items size / TS
#pragma tuner require size % (WG * TS) == 0
#pragma tuner local sums = WG
#pragma tuner input data[i] = 2
#pragma tuner ensures forall i: data[i] == 2 * (i % (WG * TS) + 1)

__global__ void scan(int *data) {
  extern __shared__ int sums[];
  int lid = threadIdx.x, first = (blockIdx.x * blockDim.x + threadIdx.x) * TS;
  int sum = 0;
  for (int i = 0; i < TS; i++) {
    sum += data[first + i];
    data[first + i] = sum;
  }
  sums[lid] = sum;
  __syncthreads();
  if (lid == 0)
    for (int i = 1; i < blockDim.x; i++)
      sums[i] += sums[i - 1];
  __syncthreads();
  if (lid > 0)
    for (int i = 0; i < TS; i++)
      data[first + i] += sums[lid - 1];
}
