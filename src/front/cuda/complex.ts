/** Complex numbers of cuComplex.h, hip_complex.h, and of C++. */

const DEVICE = 'static __device__ __forceinline__';

function complex(real: 'float' | 'double', of: 'cu' | 'hip'): string {
  const [type, f] = real === 'float' ? [`${of}FloatComplex`, 'f'] : [`${of}DoubleComplex`, ''];
  const make = `make_${type}`;
  const C = `${of}C`;
  return `typedef ${real}2 ${type};
${DEVICE} ${real} ${C}real${f}(${type} x) { return x.x; }
${DEVICE} ${real} ${C}imag${f}(${type} x) { return x.y; }
${DEVICE} ${type} ${make}(${real} r, ${real} i) { return make_${real}2(r, i); }
${DEVICE} ${type} ${of === 'cu' ? 'cuConj' : 'hipConj'}${f}(${type} x) { return ${make}(x.x, -x.y); }
${DEVICE} ${type} ${C}add${f}(${type} x, ${type} y) { return ${make}(x.x + y.x, x.y + y.y); }
${DEVICE} ${type} ${C}sub${f}(${type} x, ${type} y) { return ${make}(x.x - y.x, x.y - y.y); }
${DEVICE} ${type} ${C}mul${f}(${type} x, ${type} y) {
  return ${make}(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);
}
${DEVICE} ${type} ${C}div${f}(${type} x, ${type} y) {
  ${real} d = y.x * y.x + y.y * y.y;
  return ${make}((x.x * y.x + x.y * y.y) / d, (x.y * y.x - x.x * y.y) / d);
}
${DEVICE} ${real} ${C}abs${f}(${type} x) { return hypot${f}(x.x, x.y); }
${DEVICE} ${type} ${C}fma${f}(${type} x, ${type} y, ${type} d) { return ${C}add${f}(${C}mul${f}(x, y), d); }`;
}

const header = (of: 'cu' | 'hip'): string => `#pragma once
${complex('float', of)}
${complex('double', of)}
typedef ${of}FloatComplex ${of}Complex;
${DEVICE} ${of}Complex make_${of}Complex(float r, float i) { return make_float2(r, i); }`;

export const COMPLEX = header('cu');
export const HIP_COMPLEX = header('hip');

const TYPE = 'complex<T>';
const head = `template <typename T> ${DEVICE}`;

const PARTS: Readonly<Record<string, string>> = {
  '+': 'a.real() + b.real(), a.imag() + b.imag()',
  '-': 'a.real() - b.real(), a.imag() - b.imag()',
  '*': 'a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()',
  '/': '(a.real() * b.real() + a.imag() * b.imag()) / norm(b), (a.imag() * b.real() - a.real() * b.imag()) / norm(b)',
};

/** `cuda::std::complex` and `thrust::complex`. */
export const OWN_COMPLEX = `#pragma once
template <typename T> struct complex {
  T r, i;
  __device__ complex() : r(0), i(0) {}
  __device__ complex(T x) : r(x), i(0) {}
  __device__ complex(T x, T y) : r(x), i(y) {}
  __device__ T real() const { return r; }
  __device__ T imag() const { return i; }
  __device__ void real(T x) { r = x; }
  __device__ void imag(T y) { i = y; }
};
${head} T norm(const ${TYPE} &a) { return a.real() * a.real() + a.imag() * a.imag(); }
${head} T abs(const ${TYPE} &a) { return hypot(a.real(), a.imag()); }
${head} T arg(const ${TYPE} &a) { return atan2(a.imag(), a.real()); }
${head} ${TYPE} conj(const ${TYPE} &a) { return ${TYPE}(a.real(), -a.imag()); }
${head} ${TYPE} polar(T r, T t) { return ${TYPE}(r * cos(t), r * sin(t)); }
${head} ${TYPE} exp(const ${TYPE} &a) { return ${TYPE}(exp(a.real()) * cos(a.imag()), exp(a.real()) * sin(a.imag())); }
${head} ${TYPE} operator-(const ${TYPE} &a) { return ${TYPE}(-a.real(), -a.imag()); }
${head} bool operator==(const ${TYPE} &a, const ${TYPE} &b) { return a.real() == b.real() && a.imag() == b.imag(); }
${Object.entries(PARTS)
  .map(
    ([
      operator,
      parts,
    ]) => `${head} ${TYPE} operator${operator}(const ${TYPE} &a, const ${TYPE} &b) { return ${TYPE}(${parts}); }
${head} ${TYPE} operator${operator}(const ${TYPE} &a, const T &b) { return a ${operator} ${TYPE}(b); }
${head} ${TYPE} operator${operator}(const T &a, const ${TYPE} &b) { return ${TYPE}(a) ${operator} b; }
${head} ${TYPE} &operator${operator}=(${TYPE} &a, const ${TYPE} &b) { a = a ${operator} b; return a; }
${head} ${TYPE} &operator${operator}=(${TYPE} &a, const T &b) { a = a ${operator} ${TYPE}(b); return a; }`,
  )
  .join('\n')}`;
