/** Likely content of links of version 1; later phrases cost fewer bits. Never change it: links are
 * read by it. */
export const PHRASES_1 = `
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma tuner value 
#pragma tuner assume 
#pragma tuner local tile = WG
#pragma tuner ensures output[i] == 
#pragma tuner input input[i] = i % 4
#pragma tuner array output = size
#pragma tuner array input = size
#pragma tuner local_size WG, WG
#pragma tuner items size / TS
#pragma tuner require WG * TS <= size
#pragma tuner param UNROLL = {0, 1}
#pragma tuner param WG = range(16, 256, 16)
#pragma tuner param WG = {2, 4, 8, 16, 32, 64, 128, 256}
#define BLOCK_SIZE_X
#ifndef block_size_x
#define block_size_x 16
#pragma tuner param block_size_x = range(16, 256, 16)
#pragma tuner param block_size_y = {1, 2, 4, 8, 16}
#pragma tuner param tile_size_x = {1, 2, 3, 4}
#pragma tuner param tile_size_y = {1, 2, 3, 4}
#pragma tuner param use_padding = {0, 1}
#pragma tuner param read_only = {0, 1}
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner local_size block_size_x, block_size_y
#pragma unroll
filter_width * filter_height image_width image_height input_width
get_group_id(0) * block_size_x * tile_size_x + get_local_id(0)
#ifdef
#ifndef
#endif
#else
#if
    unsigned int
    const int
    long
    double
    return;
    break;
    } else {
    else if (
    while (
    struct
    __constant
    __private
    restrict
    volatile __local
    float4
    sqrt(
    min(
    max(
    fma(
    atomic_inc(&
    atomic_add(&
    get_local_size(0)
    get_num_groups(0)
    get_global_size(0)
    int gx = get_global_id(0);
    int y = get_global_id(1);
    int lx = get_local_id(0);
    int group = get_group_id(0);
  for (int stride = 1; stride < WG; stride *= 2) {
  for (int stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
  for (int k = 0; k < TS; ++k) {
  for (int j = 0; j < N; j++) {
  float sum = 0.0f;
  float acc = 0;
  __local float tile[TS][TS];
  __local float buffer[WG];
  __local int scratch[WG];
  if (lid == 0) output[get_group_id(0)] = tile[0];
  int lid = get_local_id(0);
  int gid = get_global_id(0);
    barrier(CLK_GLOBAL_MEM_FENCE);
  barrier(CLK_LOCAL_MEM_FENCE);
__attribute__((reqd_work_group_size(
inline float
void
__kernel void kernel_name(__global const int *input, __global int *output, int n) {
__kernel void my_kernel(__global const float *input, __global float *output) {
  for (int i = 0; i < TS; i++) {
// Each work-item of the group 
/* The */
#pragma tuner param TS = pow2(1, size/4)
#pragma tuner param WG = pow2(4, size/2)

{"kernel":"","example":{"id":"abstract","print":""},"settings":{"example":"","kernelName":"","constants":{"size":"64","ND":"1","NU":"16","NP":"64","NS":"4","WR":"16","GMT":"20","LMT":"2","AT":"1","BT":"0","DT":"0","LM":"41984"},"machine":{"preset":"a100","changed":{"units":"","schedulers":"","lanes":""}},"semantics":"published","semantics":"fermi","semantics":"warps","semantics":"device","level":"accelerated","level":"representatives","level":"free","method":"sweep","method":"swarm","method":"branch-and-bound","method":"simulate","limits":{"seconds":60,"workers":4},"verifiedSize":16},"view":{"editor":"promela","editor":"kernel","results":"machine","results":"search","results":"values","results":"time","results":"map","sensitive":"constants","fills":"platform","fills":"trace","presented":true,"charts":"messages","charts":"time","charts":"both","heights":"message","inspector":true,"inspector":false,"collapse":"unit","axes":{"x":"WG","y":"TS"},"slices":{"WG":16,"TS":4},"answered":true,"chosen":{"WG":8,"TS":8},"opened":{"WG":16,"TS":4},"compared":{"WG":4,"TS":4},"event":100}}
`;
