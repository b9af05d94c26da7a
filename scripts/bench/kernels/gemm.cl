// C = A B of SIZE x SIZE floats, with the parameters of CLBlast's matrix product. A group makes MWG by NWG values, an
// item MWG / MDIMC by NWG / NDIMC of them, in vectors of VWM along m; it takes KWG of the sum at a time, with SA and SB
// from local memory. STRM and STRN: an item's values lie side by side (0) or a row of items apart (1).
#ifndef SIZE
#define SIZE 4096
#endif
#pragma tuner param MWG = {16, 32, 64, 128}
#pragma tuner param NWG = {16, 32, 64, 128}
#pragma tuner param KWG = {16, 32}
#pragma tuner param MDIMC = {8, 16, 32}
#pragma tuner param NDIMC = {8, 16, 32}
#pragma tuner param MDIMA = {8, 16, 32}
#pragma tuner param NDIMB = {8, 16, 32}
#pragma tuner param VWM = {1, 2, 4, 8}
#pragma tuner param VWN = {1, 2, 4, 8}
#pragma tuner param STRM = {0, 1}
#pragma tuner param STRN = {0, 1}
#pragma tuner param SA = {0, 1}
#pragma tuner param SB = {0, 1}
#pragma tuner param KWI = {2}
#pragma tuner require KWG % KWI == 0
#pragma tuner require MWG % (MDIMC * VWM) == 0 && NWG % (NDIMC * VWN) == 0
#pragma tuner require MWG % (MDIMA * VWM) == 0 && NWG % (NDIMB * VWN) == 0
#pragma tuner require KWG % ((MDIMC * NDIMC) / MDIMA) == 0 && KWG % ((MDIMC * NDIMC) / NDIMB) == 0
#pragma tuner require MDIMC * NDIMC <= 1024 && MDIMC * NDIMC >= MDIMA && MDIMC * NDIMC >= NDIMB
#pragma tuner require (SA * MWG + SB * NWG) * KWG * 4 <= 49152
#pragma tuner local_size MDIMC, NDIMC
#pragma tuner items SIZE / MWG * MDIMC, SIZE / NWG * NDIMC
#pragma tuner array a = SIZE * SIZE / VWM
#pragma tuner array b = SIZE * SIZE / VWN
#pragma tuner array c = SIZE * SIZE / VWM

#define MWI (MWG / MDIMC)
#define NWI (NWG / NDIMC)
#define MVECTORS (MWI / VWM)
#define NVECTORS (NWI / VWN)
#define KDIMA ((MDIMC * NDIMC) / MDIMA)
#define KDIMB ((MDIMC * NDIMC) / NDIMB)
#define MCOPIES (MWG / MDIMA / VWM)
#define NCOPIES (NWG / NDIMB / VWN)

#if VWM == 1
typedef float realM;
#elif VWM == 2
typedef float2 realM;
#elif VWM == 4
typedef float4 realM;
#else
typedef struct { float s0, s1, s2, s3, s4, s5, s6, s7; } realM;
#endif
#if VWN == 1
typedef float realN;
#elif VWN == 2
typedef float2 realN;
#elif VWN == 4
typedef float4 realN;
#else
typedef struct { float s0, s1, s2, s3, s4, s5, s6, s7; } realN;
#endif

#if VWM == 8
#define ADD(SUM, LEFT, RIGHT) \
  SUM.s0 += LEFT.s0 * RIGHT; SUM.s1 += LEFT.s1 * RIGHT; SUM.s2 += LEFT.s2 * RIGHT; SUM.s3 += LEFT.s3 * RIGHT; \
  SUM.s4 += LEFT.s4 * RIGHT; SUM.s5 += LEFT.s5 * RIGHT; SUM.s6 += LEFT.s6 * RIGHT; SUM.s7 += LEFT.s7 * RIGHT
#define CLEAR(SUM) \
  SUM.s0 = 0.0f; SUM.s1 = 0.0f; SUM.s2 = 0.0f; SUM.s3 = 0.0f; SUM.s4 = 0.0f; SUM.s5 = 0.0f; SUM.s6 = 0.0f; SUM.s7 = 0.0f
#else
#define ADD(SUM, LEFT, RIGHT) SUM += LEFT * RIGHT
#define CLEAR(SUM) SUM = 0.0f
#endif

__kernel void gemm(__global const realM *restrict a, __global const realN *restrict b, __global realM *restrict c) {
  const int x = get_local_id(0), y = get_local_id(1), lid = y * MDIMC + x;
  const int left = get_group_id(0) * (MWG / VWM), top = get_group_id(1) * (NWG / VWN);
  __local realM alm[SA == 1 ? KWG * MWG / VWM : 1];
  __local realN blm[SB == 1 ? KWG * NWG / VWN : 1];
  const int ax = lid % MDIMA, ay = lid / MDIMA;
  const int bx = lid % NDIMB, by = lid / NDIMB;
  realM sums[NWI][MVECTORS];
#pragma unroll
  for (int n = 0; n < NWI; ++n)
#pragma unroll
    for (int m = 0; m < MVECTORS; ++m) {
      CLEAR(sums[n][m]);
    }
  for (int part = 0; part < SIZE; part += KWG) {
    if (SA == 1) {
#pragma unroll
    for (int m = 0; m < MCOPIES; ++m)
#pragma unroll
      for (int k = 0; k < KWG / KDIMA; ++k) {
        const int at = STRM == 0 ? m + ax * MCOPIES : ax + m * MDIMA;
        alm[(k + ay * (KWG / KDIMA)) * (MWG / VWM) + at] =
          a[(part + k + ay * (KWG / KDIMA)) * (SIZE / VWM) + left + at];
      }
    }
    if (SB == 1) {
#pragma unroll
    for (int n = 0; n < NCOPIES; ++n)
#pragma unroll
      for (int k = 0; k < KWG / KDIMB; ++k) {
        const int at = STRN == 0 ? n + bx * NCOPIES : bx + n * NDIMB;
        blm[(k + by * (KWG / KDIMB)) * (NWG / VWN) + at] =
          b[(part + k + by * (KWG / KDIMB)) * (SIZE / VWN) + top + at];
      }
    }
    if (SA == 1 || SB == 1)
      barrier(CLK_LOCAL_MEM_FENCE);
    for (int round = 0; round < KWG; round += KWI) {
#pragma unroll
      for (int k = 0; k < KWI; ++k) {
        realM own[MVECTORS];
#pragma unroll
        for (int m = 0; m < MVECTORS; ++m) {
          const int at = STRM == 0 ? x * MVECTORS + m : x + m * MDIMC;
          if (SA == 1)
            own[m] = alm[(round + k) * (MWG / VWM) + at];
          else
            own[m] = a[(part + round + k) * (SIZE / VWM) + left + at];
        }
#pragma unroll
        for (int n = 0; n < NVECTORS; ++n) {
          const int at = STRN == 0 ? y * NVECTORS + n : y + n * NDIMC;
          realN other;
          if (SB == 1)
            other = blm[(round + k) * (NWG / VWN) + at];
          else
            other = b[(part + round + k) * (SIZE / VWN) + top + at];
#pragma unroll
          for (int m = 0; m < MVECTORS; ++m) {
#if VWN == 1
            ADD(sums[n][m], own[m], other);
#else
            ADD(sums[n * VWN][m], own[m], other.s0);
            ADD(sums[n * VWN + 1][m], own[m], other.s1);
#endif
#if VWN >= 4
            ADD(sums[n * VWN + 2][m], own[m], other.s2);
            ADD(sums[n * VWN + 3][m], own[m], other.s3);
#endif
#if VWN == 8
            ADD(sums[n * VWN + 4][m], own[m], other.s4);
            ADD(sums[n * VWN + 5][m], own[m], other.s5);
            ADD(sums[n * VWN + 6][m], own[m], other.s6);
            ADD(sums[n * VWN + 7][m], own[m], other.s7);
#endif
          }
        }
      }
    }
    if (SA == 1 || SB == 1)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int n = 0; n < NWI; ++n)
#pragma unroll
    for (int m = 0; m < MVECTORS; ++m) {
      const int column = left + (STRM == 0 ? x * MVECTORS + m : x + m * MDIMC);
      const int row = STRN == 0 ? y * NWI + n : n % VWN + y * VWN + n / VWN * VWN * NDIMC;
      c[(get_group_id(1) * NWG + row) * (SIZE / VWM) + column] = sums[n][m];
    }
}
