#define Index3D(nx, ny, i, j, k) ((i) + (nx) * ((j) + (ny) * (k)))

__kernel void naive_kernel(float c0, float c1, __global const float *A0, __global float *Anext, int nx, int ny, int nz) {
  int i = get_global_id(0) + 1, j = get_global_id(1) + 1, k = get_global_id(2) + 1;
  if (i < nx - 1) {
    Anext[Index3D(nx, ny, i, j, k)] =
        (A0[Index3D(nx, ny, i, j, k + 1)] + A0[Index3D(nx, ny, i, j, k - 1)] + A0[Index3D(nx, ny, i, j + 1, k)] +
         A0[Index3D(nx, ny, i, j - 1, k)] + A0[Index3D(nx, ny, i + 1, j, k)] + A0[Index3D(nx, ny, i - 1, j, k)]) * c1 -
        A0[Index3D(nx, ny, i, j, k)] * c0;
  }
}
