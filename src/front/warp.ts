/** Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture"). */
export const WARP_SIZE = 32;
