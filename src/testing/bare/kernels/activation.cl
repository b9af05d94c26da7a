__kernel void leaky(__global float *x, int offset, int n, float slope) {
  __global float *data = x + offset;
  int i = get_global_id(0) + get_global_size(0) * get_global_id(1);
  if (i < n) data[i] = data[i] > 0 ? data[i] : slope * data[i];
}
