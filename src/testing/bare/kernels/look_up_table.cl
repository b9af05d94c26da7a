__kernel void LUT(__global const uchar *srcptr, int src_step, int src_offset, __global const uchar *lutptr,
                  __global uchar *dstptr, int dst_step, int dst_offset, int rows, int cols) {
  __local uchar lut[256];
  int x = get_global_id(0), y = get_global_id(1);
  int lid = mad24((int)get_local_id(1), (int)get_local_size(0), (int)get_local_id(0));
  for (int i = lid; i < 256; i += get_local_size(0) * get_local_size(1)) lut[i] = lutptr[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < cols && y < rows) {
    int src = mad24(y, src_step, x + src_offset), dst = mad24(y, dst_step, x + dst_offset);
    dstptr[dst] = lut[srcptr[src]];
  }
}
