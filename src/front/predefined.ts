import type { Language } from './language.ts';

/** Macros that compilers predefine. */
const PREDEFINED: Readonly<Record<Language, Readonly<Record<string, number>>>> = {
  cuda: { __CUDACC__: 1, __CUDA_ARCH__: 800, __cplusplus: 201703 },
  opencl: {
    __OPENCL_VERSION__: 300,
    __OPENCL_C_VERSION__: 300,
    CL_VERSION_1_0: 100,
    CL_VERSION_1_1: 110,
    CL_VERSION_1_2: 120,
    CL_VERSION_2_0: 200,
    CL_VERSION_3_0: 300,
    __ENDIAN_LITTLE__: 1,
    cl_khr_fp64: 1,
    cl_khr_fp16: 1,
    cl_khr_global_int32_base_atomics: 1,
    cl_khr_local_int32_base_atomics: 1,
    cl_khr_byte_addressable_store: 1,
  },
};

/** Macros of headers, as their definitions (HIP's `hip_runtime.h`). */
export const HEADER_MACROS: Readonly<Record<Language, readonly string[]>> = {
  cuda: ['HIP_DYNAMIC_SHARED(type, variable) extern __shared__ type variable[];'],
  opencl: [],
};

/** The value that a compiler of the language gives a name. */
export function predefined(language: Language, name: string): number | undefined {
  const table = PREDEFINED[language];
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
