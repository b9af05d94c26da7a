// items write one pixel of an image: race-global; not native
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local_size 2, WG / 2
#pragma tuner items 2, WG
__kernel void k(__read_only image2d_t src, __write_only image2d_t dst) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(dst, (int2)(0, at.y), read_imagef(src, at)); // !
}
