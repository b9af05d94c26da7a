// pairs of ints sorted by make_int2 and int4 loads: right
// launch pairs: 1 of 32; in[128], out[128]
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array in = 128
#pragma tuner array out = 128
#pragma tuner input in[i] = i * 29 % 31
#pragma tuner ensures forall i < 64: out[2 * i] == min(in[2 * i], in[2 * i + 1]) && out[2 * i + 1] == max(in[2 * i], in[2 * i + 1])
__device__ int2 sorted(int2 p) { return p.x <= p.y ? p : make_int2(p.y, p.x); }

__global__ void pairs(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int4 v = reinterpret_cast<const int4 *>(in)[i];
  const int2 a = sorted(make_int2(v.x, v.y)), b = sorted(make_int2(v.z, v.w));
  *reinterpret_cast<int4 *>(out + 4 * i) = make_int4(a.x, a.y, b.x, b.y);
}
