__kernel void Fan2(__global float *m_dev, __global float *a_dev, __global float *b_dev, const int size, const int t) {
  int xidx = get_global_id(0), yidx = get_global_id(1);
  if (xidx < size - 1 - t && yidx < size - t) {
    a_dev[size * (xidx + 1 + t) + (yidx + t)] -= m_dev[size * (xidx + 1 + t) + t] * a_dev[size * t + (yidx + t)];
    if (yidx == 0) b_dev[xidx + 1 + t] -= m_dev[size * (xidx + 1 + t) + (yidx + t)] * b_dev[t];
  }
}
