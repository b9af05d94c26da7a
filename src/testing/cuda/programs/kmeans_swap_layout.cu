// clusters: each point finds its nearest centre: right
#include <cuda_runtime.h>
#include <limits.h>
#include <float.h>

#ifndef FLT_MAX
#define FLT_MAX 3.40282347e+38
#endif

extern "C" {
#include "kmeans.h"
}

__constant__ float c_clusters[4 * 3];

__global__ void invert_mapping(float *input, float *output, int npoints, int nfeatures) {
  int point_id = threadIdx.x + blockDim.x * blockIdx.x;
  int i;
  if (point_id < npoints) {
    for (i = 0; i < nfeatures; i++) output[point_id + npoints * i] = input[point_id * nfeatures + i];
  }
  return;
}

__global__ void kmeansPoint(float *features, int nfeatures, int npoints, int nclusters, int *membership) {
  const unsigned int block_id = gridDim.x * blockIdx.y + blockIdx.x;
  const unsigned int point_id = block_id * blockDim.x * blockDim.y + threadIdx.x;
  int index = -1;
  if (point_id < npoints) {
    int i, j;
    float min_dist = FLT_MAX;
    float dist;
    for (i = 0; i < nclusters; i++) {
      int cluster_base_index = i * nfeatures;
      float ans = 0.0;
      for (j = 0; j < nfeatures; j++) {
        int addr = point_id + j * npoints;
        float diff = features[addr] - c_clusters[cluster_base_index + j];
        ans += diff * diff;
      }
      dist = ans;
      if (dist < min_dist) {
        min_dist = dist;
        index = i;
      }
    }
  }
  if (point_id < npoints) {
    membership[point_id] = index;
  }
}

extern "C" int kmeansCuda(float **feature, int nfeatures, int npoints, int nclusters, int *membership,
                          float **clusters) {
  int num_threads_perdim = 8;
  int num_threads = num_threads_perdim * num_threads_perdim;
  float *feature_flipped_d, *feature_d;
  int *membership_d;
  cudaMalloc((void **)&feature_flipped_d, npoints * nfeatures * sizeof(float));
  cudaMalloc((void **)&feature_d, npoints * nfeatures * sizeof(float));
  cudaMalloc((void **)&membership_d, npoints * sizeof(int));
  cudaMemcpyToSymbol("c_clusters", clusters[0], nclusters * nfeatures * sizeof(float), 0, cudaMemcpyHostToDevice);
  int num_blocks_perdim = sqrt(npoints / num_threads) + 1;
  dim3 grid(num_blocks_perdim, num_blocks_perdim);
  dim3 threads(num_threads_perdim * num_threads_perdim);
  invert_mapping<<<num_blocks_perdim, num_threads>>>(feature_flipped_d, feature_d, npoints, nfeatures);
  kmeansPoint<<<grid, threads>>>(feature_d, nfeatures, npoints, nclusters, membership_d);
  cudaThreadSynchronize();
  return 0;
}
