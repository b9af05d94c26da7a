// A vector times a number plus another, in vectors of four, several for each item.
#pragma tuner param WG = {2, 4}
#pragma tuner param WPT = {1, 2}
#pragma tuner items size / 4 / WPT
#pragma tuner array x = size / 4
#pragma tuner array y = size / 4
#pragma tuner value alpha = 3

__kernel void saxpy(const float alpha, __global const float4 *x, __global float4 *y) {
  for (int w = 0; w < WPT; w++) {
    const int id = w * get_global_size(0) + get_global_id(0);
    float4 v = x[id];
    y[id] = y[id] + alpha * v;
  }
}
