__kernel void kmeans_kernel_c(__global const float *feature, __global const float *clusters, __global int *membership,
                              int npoints, int nclusters, int nfeatures, int offset, int size) {
  unsigned int point_id = get_global_id(0);
  int index = 0;
  if (point_id < npoints) {
    float min_dist = FLT_MAX;
    for (int i = 0; i < nclusters; i++) {
      float ans = 0;
      for (int l = 0; l < nfeatures; l++)
        ans += (feature[l * npoints + point_id] - clusters[i * nfeatures + l]) *
               (feature[l * npoints + point_id] - clusters[i * nfeatures + l]);
      if (ans < min_dist) {
        min_dist = ans;
        index = i;
      }
    }
    membership[point_id] = index;
  }
}
