import { BUILTINS } from '../front/builtins.ts';
import { SAMPLERS } from '../front/literal.ts';
import { CONSTANTS } from '../platform/index.ts';

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const BUILTIN_CONSTANTS = [
  ...list(
    'CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN FLT_MAX FLT_MIN FLT_EPSILON INFINITY NAN M_PI M_PI_F',
  ),
  ...Object.keys(SAMPLERS),
];
export const KEYWORDS = list(
  `if else for while do switch case default return break continue sizeof struct typedef const restrict
  volatile __kernel __global __local __constant __private __attribute__`,
);
export const TYPES = list(
  `void bool char uchar short ushort int uint long ulong float double half size_t int2 int4 int8 int16
  uint2 uint4 float2 float3 float4 float8 float16 double2 double4 event_t image2d_t sampler_t`,
);

/** OpenCL C's words by colour. */
export const OPENCL_WORDS = {
  keywords: KEYWORDS,
  types: TYPES,
  builtins: [...BUILTINS.map(({ name }) => name), ...BUILTIN_CONSTANTS],
};

/** Explains a predefined name. */
export interface GivenName {
  readonly name: string;
  readonly about: string;
}

/** The platform's constants and the size of the input. */
export const PLATFORM_NAMES: readonly GivenName[] = CONSTANTS.map(
  ({ name, meaning, unit, about }) => ({
    name,
    about: `${meaning}, in ${unit}.${about === undefined ? '' : ` ${about}`}`,
  }),
);

/** Names for the current work-item in pragmas. */
export const ITEM_INFOS: readonly GivenName[] = [
  { name: 'lid', about: 'Index of the work-item in its group, dimension 0 running fastest.' },
  { name: 'group', about: 'Index of the work-group.' },
  { name: 'gid', about: 'Index of the work-item among all.' },
];

/** Behind `ensures`. */
export const SAME_SYNTAX = 'same(KERNEL, TOLERANCE) over ITEMS';
export const SAME_ABOUT =
  'The other kernel or function of the text leaves the same in every array that both have, for all inputs. Of fractional numbers within a tolerance, relative or absolute. A kernel is run by as many work-items as this one, or by those behind over; a function by one.';
