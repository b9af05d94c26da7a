// refused: `(n) - x` and its like were read as casts
#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array in = 8
#pragma tuner input in[i] = i * 5 - 9
#pragma tuner array all = 8
#pragma tuner input all[i] = 0
#define LAST (n)
#define ITEM (get_global_id(0))
__kernel void f(__global int *in, __global int *all) {
  int n = in[get_global_id(0)], b = 3, a[2] = {n, 7};
  int s = (n) - b * 2 + (LAST) & (b) + 1;
  s += ((char)(a[1]) && (b = s) != 0);
  s += (a[0]) * b - (abs((int)(b))) & 3;
  s ^= (ITEM) & 255;
  all[get_global_id(0)] = s + b;
}
