/** Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture"). */
export const WARP_SIZE = 32;

/** CUDA's copy of an element by one thread, which its `__pipeline_wait_prior` ends. */
export const COPY_OF_ITEM = '__copy_async';
/** One that a barrier ends. */
export const COPY_OF_BARRIER = '__copy_async_barrier';
