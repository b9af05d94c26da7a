#define blockSize 128

__kernel void sum_all(__global const int *g_idata, __global int *g_odata, uint n) {
  __local int sdata[blockSize];
  uint tid = get_local_id(0), gridSize = blockSize * get_num_groups(0);
  int mine = 0;
  for (uint i = get_group_id(0) * blockSize + tid; i < n; i += gridSize) mine += g_idata[i];
  sdata[tid] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 64) sdata[tid] = mine = mine + sdata[tid + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 32) sdata[tid] = mine = mine + sdata[tid + 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < 16) sdata[tid] = mine = mine + sdata[tid + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid == 0) {
    for (int j = 1; j < 16; j++) mine += sdata[j];
    g_odata[get_group_id(0)] = mine;
  }
}
