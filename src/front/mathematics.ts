import { all } from './builtin-rows.ts';

const ONE = 'floatn NAME(floatn x)';
const TWO = 'floatn NAME(floatn x, floatn y)';

/** Functions that compute, and those that move values. */
export const MATHEMATICS = all('free', [
  ['gentype NAME(gentype x, gentype y)', 'The larger or the smaller of two.', 'min max'],
  [TWO, 'The larger or the smaller of two.', 'fmin fmax maxmag minmag'],
  ['gentype NAME(gentype x, gentype least, gentype most)', 'x, held between two bounds.', 'clamp'],
  ['floatn NAME(floatn a, floatn b, floatn c)', 'a * b + c.', 'fma mad'],
  ['igentype NAME(igentype a, igentype b, igentype c)', 'a * b + c.', 'mad_hi mad_sat'],
  ['int32n NAME(int32n a, int32n b, int32n c)', 'a * b + c.', 'mad24'],
  ['floatn NAME(floatn x, floatn y, floatn a)', 'x + (y - x) * a.', 'mix'],
  ['floatn NAME(floatn low, floatn high, floatn x)', 'A smooth step.', 'smoothstep'],
  ['floatn NAME(floatn edge, floatn x)', '0 below the edge, else 1.', 'step'],
  ['gentype NAME(gentype a, gentype b, any c)', 'c ? b : a, by component.', 'select'],
  ['gentype NAME(gentype a, gentype b, gentype c)', 'c ? b : a, by bit.', 'bitselect'],
  [
    ONE,
    'Mathematics.',
    `sqrt rsqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p logb sin cos tan asin acos atan sinh
    cosh tanh asinh acosh atanh sinpi cospi tanpi asinpi acospi atanpi fabs floor ceil round rint
    trunc erf erfc tgamma lgamma degrees radians sign`,
  ],
  [
    'float32n NAME(float32n x)',
    'Mathematics, as exact as the device likes.',
    `native_cos native_exp native_exp2 native_exp10 native_log native_log2 native_log10 native_recip
    native_rsqrt native_sin native_sqrt native_tan half_cos half_exp half_exp2 half_exp10 half_log
    half_log2 half_log10 half_recip half_rsqrt half_sin half_sqrt half_tan`,
  ],
  [
    'float32n NAME(float32n x, float32n y)',
    'Mathematics, as exact as the device likes.',
    'native_divide native_powr half_divide half_powr',
  ],
  ['ugentype NAME(igentype x)', 'The size of a number.', 'abs'],
  ['igentype NAME(igentype x)', 'Counts bits.', 'popcount clz ctz'],
  [TWO, 'Mathematics.', `pow powr atan2 atan2pi fmod hypot fdim copysign remainder nextafter`],
  ['ugentype NAME(igentype x, igentype y)', 'How far two numbers are apart.', 'abs_diff'],
  [
    'igentype NAME(igentype x, igentype y)',
    'Arithmetic of integers.',
    'add_sat sub_sat hadd rhadd mul_hi rotate',
  ],
  ['int32n NAME(int32n x, int32n y)', 'The product of numbers of 24 bits.', 'mul24'],
  ['floatn NAME(floatn x, intn n)', 'Mathematics.', 'ldexp pown rootn'],
  ['intn NAME(floatn x)', 'The exponent as a whole number.', 'ilogb'],
  ['fgentype NAME(igentype code)', 'A number that is none.', 'nan'],
  ['floatn NAME(floatn x, floatn *second)', 'Two results.', 'fract modf sincos'],
  ['floatn NAME(floatn x, intn *exponent)', 'Two results.', 'frexp lgamma_r'],
  ['floatn NAME(floatn x, floatn y, intn *quotient)', 'Two results.', 'remquo'],
  ['widen NAME(igentype high, ugentype low)', 'Two numbers as one, twice as wide.', 'upsample'],
  ['lane NAME(floatn x, floatn y)', 'Geometry.', 'dot distance'],
  ['lane NAME(floatn x)', 'Geometry.', 'length'],
  ['float NAME(float32n x, float32n y)', 'Geometry.', 'fast_distance'],
  ['float NAME(float32n x)', 'Geometry.', 'fast_length'],
  ['float32n NAME(float32n x)', 'Geometry.', 'fast_normalize'],
  [ONE, 'Geometry.', 'normalize'],
  [TWO, 'Geometry.', 'cross'],
  ['truthn NAME(floatn x)', 'A test.', 'isnan isinf isfinite isnormal signbit'],
  ['int NAME(igentype x)', 'A test of the highest bits.', 'any all'],
  [
    'truthn NAME(floatn x, floatn y)',
    'A comparison.',
    `isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered
    isunordered`,
  ],
  ['gentypen NAME(any x, any mask)', 'Components in another order.', 'shuffle'],
  [
    'gentypen NAME(any x, any y, any mask)',
    'Components of two vectors in another order.',
    'shuffle2',
  ],
  ['int NAME(any format, ...)', 'Prints; takes no time in the model.', 'printf'],
]);

/** These move values instead of computing any. */
const MOVES: ReadonlySet<string> = new Set(['shuffle', 'shuffle2', 'printf', 'nan']);

const COMPUTES: ReadonlySet<string> = new Set(
  MATHEMATICS.flatMap(({ name }) => (MOVES.has(name) ? [] : [name])),
);

/** Computes or compares, as operators do. */
export const isMathematics = (name: string): boolean => COMPUTES.has(name);
