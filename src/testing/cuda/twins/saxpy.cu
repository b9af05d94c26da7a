// A vector times a number plus another, with a guard.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner value n = size - 3
#pragma tuner value alpha = 2
#pragma tuner input x[i] = 1
#pragma tuner input y[i] = i
#pragma tuner ensures forall i in 0..size - 3: y[i] == i + 2

__global__ void saxpy(const unsigned int n, const float alpha, const float *__restrict__ x,
                      float *__restrict__ y) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = alpha * x[i] + y[i];
}
