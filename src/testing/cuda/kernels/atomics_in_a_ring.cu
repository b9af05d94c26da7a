// atomicInc and atomicDec run round a ring: right
// launch turn: 2 of 32; ring[2], seen[10]
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array ring = 2
#pragma tuner array seen = 10
#pragma tuner input ring[i] = 0
#pragma tuner input seen[i] = 0
#pragma tuner ensures ring[0] == 4 && ring[1] == 6
#pragma tuner ensures forall i < 10: seen[i] == (i < 4 ? 7 : 6)
__global__ void turn(unsigned int *ring, int *seen) {
  atomicAdd(&seen[atomicInc(&ring[0], 9)], 1);
  atomicDec(&ring[1], 9);
}
