/** Functions of CUDA and of C++ that are there without a header, as C++ of ours (CUDA Math API Reference). */

const DEVICE = 'static __device__ __forceinline__';

/** `f(float)` and `f(double)` of one body, in which `F` ends the names of C's functions for floats. */
const both = (name: string, parameters: string, body: string): [string, string] => [
  name,
  (['float', 'double'] as const)
    .map((type) => {
      const own = body.replaceAll(/\b(\w+)F\(/g, type === 'float' ? '$1f(' : '$1(');
      return `${DEVICE} ${type} ${name}(${parameters.replaceAll('T', type)}) { ${own.replaceAll(/\bT\b/g, type)} }`;
    })
    .join('\n'),
];

/** C's names: `f` of doubles, and `ff` of floats. */
const pair = (name: string, parameters: string, body: string): [string, string][] => [
  both(name, parameters, body),
  [
    `${name}f`,
    `${DEVICE} float ${name}f(${parameters.replaceAll('T', 'float')}) { ${body
      .replaceAll(/\b(\w+)F\(/g, '$1f(')
      .replaceAll(/\bT\b/g, 'float')} }`,
  ],
];

/** Rounded to a whole number, by a function of fractions. */
const whole = (name: string, type: string, by: string): [string, string][] =>
  (
    [
      ['', 'double'],
      ['f', 'float'],
    ] as const
  ).map(([f, from]) => [
    `${name}${f}`,
    `${DEVICE} ${type} ${name}${f}(${from} x) { return (${type})${by}${f}(x); }`,
  ]);

const one = (name: string, result: string, parameters: string, body: string): [string, string] => [
  name,
  `${DEVICE} ${result} ${name}(${parameters}) { ${body} }`,
];

/** It does nothing that others can see. */
const idle = (name: string, parameters: string): [string, string] =>
  one(name, 'void', parameters, '');

/** A number that only the running machine knows. */
const unknown = (name: string, result: string): [string, string] => [
  name,
  `__device__ ${result} ${name}();`,
];

const templated = (name: string, head: string, result: string, body: string): [string, string] => [
  name,
  `template <${head}> ${DEVICE} ${result} { ${body} }`,
];

/** `erf` of the result, by Newton's way from a near guess (Winitzki). */
const INVERSE_ERROR = `
  if (x <= (T)-1 || x >= (T)1) return x == (T)1 ? (T)INFINITY : x == (T)-1 ? -(T)INFINITY : (T)NAN;
  T l = logF((T)1 - x * x), a = (T)0.147, b = (T)2 / ((T)3.14159265358979323846 * a) + l / 2;
  T y = copysignF(sqrtF(sqrtF(b * b - l / a) - b), x);
  for (int i = 0; i < 3; i++) y -= (erfF(y) - x) / ((T)1.12837916709551257390 * expF(-y * y));
  return y;`;

const PAIR = `template <typename A, typename B> struct pair {
  A first; B second;
  __device__ pair() {}
  __device__ pair(const A &a, const B &b) : first(a), second(b) {}
};
template <typename A, typename B> ${DEVICE} pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }`;

export const OWN_INTRINSICS: readonly (readonly [string, string])[] = [
  ...pair('nearbyint', 'T x', 'return rintF(x);'),
  ...whole('lrint', 'long', 'rint'),
  ...whole('llrint', 'long long', 'rint'),
  ...whole('lround', 'long', 'round'),
  ...whole('llround', 'long long', 'round'),
  ...pair('norm3d', 'T a, T b, T c', 'return sqrtF(a * a + b * b + c * c);'),
  ...pair('norm4d', 'T a, T b, T c, T d', 'return sqrtF(a * a + b * b + c * c + d * d);'),
  ...pair('rnorm3d', 'T a, T b, T c', 'return (T)1 / sqrtF(a * a + b * b + c * c);'),
  ...pair('rnorm4d', 'T a, T b, T c, T d', 'return (T)1 / sqrtF(a * a + b * b + c * c + d * d);'),
  ...pair('rhypot', 'T a, T b', 'return (T)1 / hypotF(a, b);'),
  ...pair('rcbrt', 'T x', 'return (T)1 / cbrtF(x);'),
  ...pair('normcdf', 'T x', 'return (T)0.5 * erfcF(x * (T)-0.70710678118654752440);'),
  ...pair('erfcx', 'T x', 'return expF(x * x) * erfcF(x);'),
  ...pair('erfinv', 'T x', INVERSE_ERROR),
  ...pair('scalbn', 'T x, int n', 'return ldexpF(x, n);'),
  ...pair('scalbln', 'T x, long n', 'return ldexpF(x, (int)n);'),
  one('__tanhf', 'float', 'float x', 'return tanhf(x);'),
  one('fdividef', 'float', 'float x, float y', 'return x / y;'),
  ...['rn', 'rz', 'ru', 'rd'].flatMap((how) => [
    one(`__double2float_${how}`, 'float', 'double x', 'return (float)x;'),
    one(`__drcp_${how}`, 'double', 'double x', 'return 1.0 / x;'),
  ]),
  one('__double2hiint', 'int', 'double x', 'return (int)(__double_as_longlong(x) >> 32);'),
  one('__double2loint', 'int', 'double x', 'return (int)__double_as_longlong(x);'),
  one(
    '__hiloint2double',
    'double',
    'int hi, int lo',
    'return __longlong_as_double(((long long)hi << 32) | (unsigned int)lo);',
  ),
  ...(['int', 'unsigned int', 'long long', 'unsigned long long'] as const)
    .flatMap((type, i) =>
      (['min', 'max'] as const).map((name) =>
        one(
          `${['', 'u', 'll', 'ull'][i]}${name}`,
          type,
          `${type} a, ${type} b`,
          `return a ${name === 'min' ? '<' : '>'} b ? a : b;`,
        ),
      ),
    )
    .slice(2),
  [
    '__trap',
    `__device__ bool nothing_traps();
${DEVICE} void __trap() { assert(nothing_traps()); }`,
  ],
  unknown('clock', 'long'),
  unknown('clock64', 'long long'),
  unknown('wall_clock64', 'long long'),
  idle('__nanosleep', 'unsigned int ns'),
  idle('__prof_trigger', 'int i'),
  idle('__brkpt', ''),
  idle('__builtin_assume', 'bool b'),
  idle('__assume', 'bool b'),
  idle('__builtin_amdgcn_s_sleep', 'int i'),
  one('__builtin_expect', 'long', 'long x, long y', 'return x;'),
  one('__builtin_popcount', 'int', 'unsigned int x', 'return __popc(x);'),
  one('__builtin_popcountll', 'int', 'unsigned long long x', 'return __popcll(x);'),
  one('__builtin_clz', 'int', 'unsigned int x', 'return __clz((int)x);'),
  one('__builtin_ctz', 'int', 'unsigned int x', 'return __ffs((int)x) - 1;'),
  templated('swap', 'typename T', 'void swap(T &a, T &b)', 'T c = a; a = b; b = c;'),
  templated(
    'ceil_div',
    'typename A, typename B',
    'A ceil_div(A a, B b)',
    'return (a + (A)b - 1) / (A)b;',
  ),
  templated(
    'bit_cast',
    'typename To, typename From',
    'To bit_cast(const From &v)',
    'return *reinterpret_cast<const To *>(&v);',
  ),
  ['pair', PAIR],
  ['make_pair', PAIR],
];
