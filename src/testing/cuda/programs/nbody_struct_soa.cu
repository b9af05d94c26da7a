// n bodies, tiled in shared memory: right
#include <cuda_runtime.h>
#include <cstdlib>
#include <cmath>
#include <iostream>
using namespace std;

#define SOFTENING 1e-9f
const int BLOCK = 64;

struct Body {
  float x, y, z, vx, vy, vz;
};

void randomizeBodies(float *data, int n) {
  for (int i = 0; i < n; i++) data[i] = 2.0f * (rand() / (float)RAND_MAX) - 1.0f;
}

__global__ void bodyForce(float4 *p, float4 *v, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f;
    float Fy = 0.0f;
    float Fz = 0.0f;
    for (int tile = 0; tile < gridDim.x; tile++) {
      __shared__ float3 spos[BLOCK];
      float4 tpos = p[tile * blockDim.x + threadIdx.x];
      spos[threadIdx.x] = make_float3(tpos.x, tpos.y, tpos.z);
      __syncthreads();
#pragma unroll
      for (int j = 0; j < BLOCK; j++) {
        float dx = spos[j].x - p[i].x;
        float dy = spos[j].y - p[i].y;
        float dz = spos[j].z - p[i].z;
        float distSqr = dx * dx + dy * dy + dz * dz + SOFTENING;
        float invDist = rsqrtf(distSqr);
        float invDist3 = invDist * invDist * invDist;
        Fx += dx * invDist3;
        Fy += dy * invDist3;
        Fz += dz * invDist3;
      }
      __syncthreads();
    }
    v[i].x += dt * Fx;
    v[i].y += dt * Fy;
    v[i].z += dt * Fz;
  }
}

__global__ void integrate(float4 *p, const float4 *v, float dt, int n) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    p[i].x += v[i].x * dt;
    p[i].y += v[i].y * dt;
    p[i].z += v[i].z * dt;
  }
}

int main(const int argc, const char **argv) {
  int nBodies = 256;
  if (argc > 1) nBodies = atoi(argv[1]);
  const float dt = 0.01f;
  const int nIters = 10;
  int bytes = 2 * nBodies * sizeof(float4);
  float *buf = (float *)malloc(bytes);
  randomizeBodies(buf, 8 * nBodies);
  float *d_buf;
  cudaMalloc(&d_buf, bytes);
  float4 *d_p = (float4 *)d_buf;
  float4 *d_v = ((float4 *)d_buf) + nBodies;
  int nBlocks = (nBodies + BLOCK - 1) / BLOCK;
  for (int iter = 1; iter <= nIters; iter++) {
    cudaMemcpy(d_buf, buf, bytes, cudaMemcpyHostToDevice);
    bodyForce<<<nBlocks, BLOCK>>>(d_p, d_v, dt, nBodies);
    integrate<<<nBlocks, BLOCK>>>(d_p, d_v, dt, nBodies);
    cudaMemcpy(buf, d_buf, bytes, cudaMemcpyDeviceToHost);
  }
  cout << "ok" << endl;
  free(buf);
  cudaFree(d_buf);
}
