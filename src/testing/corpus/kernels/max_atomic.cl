// The largest element, by an atomic in local memory and one in global memory.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner array result = 1
#pragma tuner input data[i] = (i * 5 + 2) % 17
#pragma tuner input result[i] = 0
#pragma tuner ensures result[0] == max(data)

__kernel void largest(__global const int *data, __global int *result) {
  __local int most;
  if (get_local_id(0) == 0)
    most = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&most, data[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_max(result, most);
}
