__kernel void dwtHaar1D(__global float *inSignal, __global float *coefsSignal, __global float *AverageSignal,
                        __local float *sharedArray, uint tLevels, uint signalLength, uint levelsDone, uint mLevels) {
  size_t localId = get_local_id(0), groupId = get_group_id(0), globalId = get_global_id(0);
  size_t localSize = get_local_size(0);
  float t0 = inSignal[groupId * localSize * 2 + localId];
  float t1 = inSignal[groupId * localSize * 2 + localSize + localId];
  if (0 == levelsDone) {
    float r = rsqrt((float)signalLength);
    t0 *= r;
    t1 *= r;
  }
  sharedArray[localId] = t0;
  sharedArray[localSize + localId] = t1;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t levels = tLevels > mLevels ? mLevels : tLevels;
  size_t activeThreads = (1 << levels) / 2, midOutPos = signalLength / 2;
  const float rsqrt_two = 0.7071f;
  for (size_t i = 0; i < levels; ++i) {
    float data0, data1;
    if (localId < activeThreads) {
      data0 = sharedArray[2 * localId];
      data1 = sharedArray[2 * localId + 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (localId < activeThreads) {
      sharedArray[localId] = (data0 + data1) * rsqrt_two;
      size_t globalPos = midOutPos + groupId * activeThreads + localId;
      coefsSignal[globalPos] = (data0 - data1) * rsqrt_two;
      midOutPos >>= 1;
    }
    activeThreads >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (0 == localId) AverageSignal[groupId] = sharedArray[0];
}
