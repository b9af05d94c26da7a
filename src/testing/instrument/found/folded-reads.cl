// a value less itself, or nothing divided by it, is read by the text
#pragma tuner param WG = {4}
#pragma tuner items 4
#pragma tuner local_size WG
#pragma tuner array in = 4
#pragma tuner input in[i] = any(0, 3)
#pragma tuner array out = 4
#pragma tuner input out[i] = 0
__kernel void k(__global int *in, __global int *out)
{
int i = get_local_id(0);
out[i] = in[i + 1] - in[i + 1];
out[i] += 0 / (in[i + 2] + 1);
}
