__kernel void max_pool_forward(const int nthreads, __global const float *bottom, const int channels, const int height,
                               const int width, const int pooled_h, const int pooled_w, const int kernel_size,
                               const int stride, const int pad, __global float *top) {
  for (int index = get_global_id(0); index < nthreads; index += get_global_size(0)) {
    const int pw = index % pooled_w, ph = (index / pooled_w) % pooled_h;
    const int c = (index / pooled_w / pooled_h) % channels, n = index / pooled_w / pooled_h / channels;
    int hstart = ph * stride - pad, wstart = pw * stride - pad;
    const int hend = min(hstart + kernel_size, height), wend = min(wstart + kernel_size, width);
    hstart = max(hstart, 0);
    wstart = max(wstart, 0);
    float maxval = -FLT_MAX;
    __global const float *slice = bottom + (n * channels + c) * height * width;
    for (int h = hstart; h < hend; ++h)
      for (int w = wstart; w < wend; ++w)
        if (slice[h * width + w] > maxval) maxval = slice[h * width + w];
    top[index] = maxval;
  }
}
