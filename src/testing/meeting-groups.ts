/** All groups meet once between two phases; item 0 has more work in the first. */
export const MEETING = `
#pragma tuner param WG = pow2(1, size)
#pragma tuner barrier global_barrier
void global_barrier(void);
__kernel void two_phases(__global int *A, __global int *B) {
  int i = get_global_id(0);
  A[i] = B[i];
  if (get_local_id(0) == 0) A[i] = 0;
  global_barrier();
  B[i] = A[get_global_size(0) - 1 - i];
}`;
