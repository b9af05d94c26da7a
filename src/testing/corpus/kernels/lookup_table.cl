// A table in constant memory, read at places that the data say.
#pragma tuner param WG = {4, 8, 16}
#pragma tuner input in[i] = i * 3
#pragma tuner ensures forall i: out[i] == i * 3 % 8 * (i * 3 % 8)

__constant int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
__kernel void look(__global const int *in, __global int *out) {
  int i = get_global_id(0);
  out[i] = squares[in[i] & 7];
}
