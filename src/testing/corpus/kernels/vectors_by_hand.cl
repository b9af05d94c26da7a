// Four numbers are loaded and stored at once from an array of single ones.
#pragma tuner param WG = {2, 4, 8}
#pragma tuner items size / 4
#pragma tuner array in = size
#pragma tuner array out = size
#pragma tuner input in[i] = i
#pragma tuner ensures forall i: out[i] == i - i % 4 + 3 - i % 4

__kernel void turn(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  int4 v = vload4(i, in);
  vstore4((int4)(v.w, v.z, v.y, v.x), i, out);
}
