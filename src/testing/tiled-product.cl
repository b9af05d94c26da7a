// A tiled matrix product with register blocking and vectors, in 128 variants of its #if.
#pragma tuner param MWG = {16, 64}
#pragma tuner param NWG = {16, 64}
#pragma tuner param KWI = {2}
#pragma tuner param VWM = {1, 2, 4, 8}
#pragma tuner param VWN = {1, 2, 4, 8}
#pragma tuner param SA = {0, 1}
#pragma tuner param SB = {0, 1}
#pragma tuner param STRM = {0, 1}
#define KWG 16
#define MDIMC 8
#define NDIMC 8
#define MWI (MWG/MDIMC)
#define NWI (NWG/NDIMC)
#define MDIMA 8
#define NDIMB 8
#define KDIMA ((MDIMC*NDIMC)/MDIMA)
#define KDIMB ((MDIMC*NDIMC)/NDIMB)
#define MWA (MWG/MDIMA)
#define KWA (KWG/KDIMA)
#define KWB (KWG/KDIMB)
#define NWB (NWG/NDIMB)
#pragma tuner require MWG / 8 % VWM == 0
#pragma tuner require NWG / 8 % VWN == 0
#pragma tuner local_size 8, 8
#pragma tuner items 8 * size / MWG, 8 * size / NWG
#pragma tuner input kSizeM = size
#pragma tuner input kSizeN = size
#pragma tuner input kSizeK = size

#if VWM == 1
  typedef float realM;
#elif VWM == 2
  typedef float2 realM;
#elif VWM == 4
  typedef float4 realM;
#elif VWM == 8
  typedef float8 realM;
#endif
#if VWN == 1
  typedef float realN;
#elif VWN == 2
  typedef float2 realN;
#elif VWN == 4
  typedef float4 realN;
#elif VWN == 8
  typedef float8 realN;
#endif

#if SA == 1
void GlobalToLocalA(const __global realM* restrict agm, __local realM* alm,
                    const int kSizeM, const int tid, const int kwg) {
  const int la0 = tid % MDIMA;
  const int la1 = tid / MDIMA;
  #pragma unroll
  for (int mia = 0; mia < MWA/VWM; mia += 1) {
    #pragma unroll
    for (int kia = 0; kia < KWA; kia += 1) {
      #if STRM == 0
        int mg = mia + la0*(MWA/VWM);
      #elif STRM == 1
        int mg = la0 + mia*MDIMA;
      #endif
      int kg = kia + la1*KWA;
      int idm = mg + get_group_id(0) * (MWG/VWM);
      int idk = kg + kwg;
      alm[kg*(MWG/VWM) + mg] = agm[idk*(kSizeM/VWM) + idm];
    }
  }
}
#endif
#if SB == 1
void GlobalToLocalB(const __global realN* restrict bgm, __local realN* blm,
                    const int kSizeN, const int tid, const int kwg) {
  const int lb0 = tid % NDIMB;
  const int lb1 = tid / NDIMB;
  #pragma unroll
  for (int kib = 0; kib < KWB; kib += 1) {
    #pragma unroll
    for (int nib = 0; nib < NWB/VWN; nib += 1) {
        int ng = nib + lb0*(NWB/VWN);
      int kg = kib + lb1*KWB;
      int idn = ng + get_group_id(1) * (NWG/VWN);
      int idk = kg + kwg;
      blm[kg*(NWG/VWN) + ng] = bgm[idk*(kSizeN/VWN) + idn];
    }
  }
}
#endif

float Component(const realN v, const int i) {
  #if VWN == 1
    return v;
  #elif VWN == 2
    return i == 0 ? v.x : v.y;
  #elif VWN == 4
    return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
  #elif VWN == 8
    return i == 0 ? v.s0 : i == 1 ? v.s1 : i == 2 ? v.s2 : i == 3 ? v.s3
         : i == 4 ? v.s4 : i == 5 ? v.s5 : i == 6 ? v.s6 : v.s7;
  #endif
}

__kernel void Xgemm(const int kSizeM, const int kSizeN, const int kSizeK,
                    const __global realM* restrict agm,
                    const __global realN* restrict bgm,
                    __global realM* cgm) {
  const int tid = get_local_id(0) + MDIMC*get_local_id(1);
  #if SA == 1
    __local realM alm[KWG * MWG/VWM];
  #endif
  #if SB == 1
    __local realN blm[KWG * NWG/VWN];
  #endif
  realM apm[MWI/VWM];
  realN bpm[NWI/VWN];
  realM cpm[NWI*(MWI/VWM)];
  for (int i = 0; i < NWI*(MWI/VWM); i += 1) cpm[i] = (realM)(0.0f);
  for (int kwg = 0; kwg < kSizeK; kwg += KWG) {
    #if SA == 1
      GlobalToLocalA(agm, alm, kSizeM, tid, kwg);
    #endif
    #if SB == 1
      GlobalToLocalB(bgm, blm, kSizeN, tid, kwg);
    #endif
    #if SA == 1 || SB == 1
      barrier(CLK_LOCAL_MEM_FENCE);
    #endif
    for (int pwi = 0; pwi < KWG; pwi += KWI) {
      #pragma unroll
      for (int pit = 0; pit < KWI; pit += 1) {
        #if SA == 0 || SB == 0
          int idk = kwg + pwi + pit;
        #endif
        #if SA == 1 || SB == 1
          int kg = pwi + pit;
        #endif
        #pragma unroll
        for (int mi = 0; mi < MWI/VWM; mi += 1) {
          #if STRM == 0
            int mg = mi + get_local_id(0)*(MWI/VWM);
          #elif STRM == 1
            int mg = get_local_id(0) + mi*MDIMC;
          #endif
          #if SA == 1
            apm[mi] = alm[kg*(MWG/VWM) + mg];
          #else
            apm[mi] = agm[idk*(kSizeM/VWM) + mg + get_group_id(0)*(MWG/VWM)];
          #endif
        }
        #pragma unroll
        for (int ni = 0; ni < NWI/VWN; ni += 1) {
            int ng = ni + get_local_id(1)*(NWI/VWN);
          #if SB == 1
            bpm[ni] = blm[kg*(NWG/VWN) + ng];
          #else
            bpm[ni] = bgm[idk*(kSizeN/VWN) + ng + get_group_id(1)*(NWG/VWN)];
          #endif
        }
        #pragma unroll
        for (int ni = 0; ni < NWI/VWN; ni += 1)
          for (int w = 0; w < VWN; w += 1)
            for (int mi = 0; mi < MWI/VWM; mi += 1)
              cpm[(ni*VWN + w)*(MWI/VWM) + mi] += apm[mi] * Component(bpm[ni], w);
      }
    }
    #if SA == 1 || SB == 1
      barrier(CLK_LOCAL_MEM_FENCE);
    #endif
  }
  for (int ni = 0; ni < NWI; ni += 1)
    for (int mi = 0; mi < MWI/VWM; mi += 1) {
      #if STRM == 0
        int mg = mi + get_local_id(0)*(MWI/VWM);
      #elif STRM == 1
        int mg = get_local_id(0) + mi*MDIMC;
      #endif
        int ng = ni%VWN + get_local_id(1)*NWI + (ni/VWN)*VWN;
      int idm = mg + get_group_id(0)*(MWG/VWM);
      int idn = ng + get_group_id(1)*NWG;
      cgm[idn*(kSizeM/VWM) + idm] = cpm[ni*(MWI/VWM) + mi];
    }
}
