// right [] but g++ sees [race-local]: an own write of the same value took the place of the read before it
#pragma tuner param WG = {4}
#pragma tuner items 8
#pragma tuner array in = 2
#pragma tuner input in[i] = any(0, 3)
#pragma tuner array g = 8
#pragma tuner input g[i] = i * 3 - 5
#pragma tuner array acc = 4
#pragma tuner input acc[i] = 0
#pragma tuner array out = 8
#pragma tuner input out[i] = 0
int put(__local int *at, int x)
{
}
int gput(__global int *at, int x)
{
}
int own(int *at, int x)
{
}
__kernel void k(__global int *in, __global int *g, __global int *acc, __global int *out)
{
const int lid = get_local_id(0), gid = get_global_id(0), group = get_group_id(0);
__local int l[4];
int v = lid, w = in[gid & 1];
int p[4] = {lid, 2, w};
l[lid] = ((in[0]) + (in[0]));
if (l[lid] == 0)
l[in[0]] = (uchar)((p[v & 3] / ((3) + 1)));
}