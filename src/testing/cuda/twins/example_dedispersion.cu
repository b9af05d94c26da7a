// Dedispersion of a radio signal, with the parameters of the FAIR Benchmark Hub for Auto-Tuning: for each dispersion
// measure and sample, the sum over all channels, each moved by its delay. An item computes tile_size_x samples of
// tile_size_y measures, side by side (stride 0) or a block apart (stride 1). Delays of one step of the measure are in
// a table, in 65536ths of a sample: of 1,536 channels of 0.1953125 MHz from 1,425 MHz on.
#ifndef CHANNELS
#define CHANNELS 1536
#define MEASURES 2048
#define SAMPLES 25000
#define LONGEST 650
#endif
#pragma tuner param block_size_x = {1, 2, 4, 8, 16, 32}
#pragma tuner param block_size_y = range(32, 256, 8)
#pragma tuner param block_size_z = {1}
#pragma tuner param tile_size_x = {1, 2, 3, 4}
#pragma tuner param tile_size_y = {1, 2, 3, 4, 5, 6, 7, 8}
#pragma tuner param tile_stride_x = {0, 1}
#pragma tuner param tile_stride_y = {0, 1}
#pragma tuner param loop_unroll_factor_channel = {0}
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner require tile_size_x > 1 || tile_stride_x == 0
#pragma tuner require tile_size_y > 1 || tile_stride_y == 0
#pragma tuner local_size block_size_x, block_size_y
#pragma tuner items (SAMPLES + block_size_x * tile_size_x - 1) / (block_size_x * tile_size_x) * block_size_x, (MEASURES + block_size_y * tile_size_y - 1) / (block_size_y * tile_size_y) * block_size_y
#pragma tuner array input = CHANNELS * (SAMPLES + LONGEST)
#pragma tuner array output = MEASURES * SAMPLES
#pragma tuner array delays = CHANNELS
#pragma tuner input delays[i] = 3480314937344 / ((7296 + i) * (7296 + i)) - 3480314937344 / (8831 * 8831)

// What the host defines for each configuration, here so that a compiler takes the text as it is.
#ifndef block_size_x
#define block_size_x 8
#define block_size_y 32
#define block_size_z 1
#define tile_size_x 1
#define tile_size_y 1
#define tile_stride_x 0
#define tile_stride_y 0
#define loop_unroll_factor_channel 0
#endif

__global__ void dedispersion(const unsigned char *__restrict__ input, float *__restrict__ output,
                             const int *__restrict__ delays) {
  const int first_x = blockIdx.x * block_size_x * tile_size_x + threadIdx.x * (tile_stride_x == 0 ? tile_size_x : 1);
  const int first_y = blockIdx.y * block_size_y * tile_size_y + threadIdx.y * (tile_stride_y == 0 ? tile_size_y : 1);
  for (int n = 0; n < tile_size_y; ++n) {
    const int measure = first_y + n * (tile_stride_y == 0 ? 1 : block_size_y);
    for (int m = 0; m < tile_size_x; ++m) {
      const int sample = first_x + m * (tile_stride_x == 0 ? 1 : block_size_x);
      if (sample < SAMPLES && measure < MEASURES) {
        float sum = 0.0f;
        for (int channel = 0; channel < CHANNELS; ++channel)
          sum += input[channel * (SAMPLES + LONGEST) + sample + (measure * delays[channel] >> 16)];
        output[measure * SAMPLES + sample] = sum;
      }
    }
  }
}
