// an image is blurred by columns: right; not native
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local_size 2, WG / 2
#pragma tuner items 2, WG
#pragma tuner input src[i] = i
#pragma tuner input out[i] = 0
#pragma tuner ensures forall i < 2 * WG: out[i] == (i % 2 == 0 ? 0 : 4 * (i - 1)) + 4 * i
__constant sampler_t zeros = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
__kernel void k(__read_only image2d_t src, __write_only image2d_t dst, __global float *out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = read_imagef(src, zeros, at) + read_imagef(src, zeros, at - (int2)(1, 0));
  write_imagef(dst, at, sum);
  out[at.y * 2 + at.x] = sum.x;
}
