// A mistake to learn from: only even work-items reach the barrier, so they wait for ever for the odd
// ones. OpenCL calls this undefined; here it is a deadlock with a trace that shows who waits where.
#pragma tuner param WG = pow2(2, size/2)
#pragma tuner local tile = WG

__kernel void divergent(__global const float *input, __global float *output, __local float *tile) {
  int lid = get_local_id(0);
  tile[lid] = input[get_global_id(0)];
  if (lid % 2 == 0) {
    barrier(CLK_LOCAL_MEM_FENCE);
    output[get_global_id(0)] = tile[lid];
  } else {
    output[get_global_id(0)] = tile[lid];
  }
}
