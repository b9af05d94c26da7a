// OpenCL C as far as the test kernels use it, for a C++ compiler. A kernel is compiled with
// -fsanitize=thread, so that the compiler itself reports every access of memory to the runtime that it is
// linked with: counting.cpp counts and judges them, threads.cpp leaves them to ThreadSanitizer.
#pragma once
#include "unit.hpp"

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long event_t;

#define __kernel static
// Compilers fold `a[i] - a[i]` without reading, but for what is volatile.
#ifdef EVERY_READ
#define IN_MEMORY volatile
#else
#define IN_MEMORY
#endif
#define __global IN_MEMORY
#define __local IN_MEMORY
#define __private
#define __constant
#define restrict __restrict
#define SLOTS 4
#define LOCAL(T, name, dims)                                                                       \
  typedef T name##_array dims;                                                                     \
  static struct {                                                                                  \
    char before[256];                                                                              \
    alignas(16) char cells[sizeof(name##_array)];                                                  \
    char after[256];                                                                               \
  } name##_in_groups[SLOTS];                                                                       \
  IN_MEMORY name##_array &name = *(name##_array *)name##_in_groups[local_slot()].cells;                      \
  declare_local(#name, &name, sizeof name);
#define CONSTANT static __attribute__((section("constants")))

#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define barrier(flags) meet_barrier(flags)
#define work_group_barrier(flags) meet_barrier(flags)
#define mem_fence(flags) ((void)(flags))
#define read_mem_fence(flags) ((void)(flags))
#define write_mem_fence(flags) ((void)(flags))

UNWATCHED inline size_t get_num_groups(unsigned d) { return get_global_size(d) / get_local_size(d); }
UNWATCHED inline size_t get_global_id(unsigned d) {
  return get_group_id(d) * get_local_size(d) + get_local_id(d);
}
UNWATCHED inline size_t get_global_offset(unsigned) { return 0; }
UNWATCHED inline size_t get_local_linear_id() {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}

// Vectors. The compiler does not report those that are passed to functions or returned by them, so their
// functions report what they read and write themselves; what is private is left out by its address.
template <class T, int N> struct Lanes;
template <class T> struct Lanes<T, 2> {
  union {
    struct { T x, y; };
    struct { T s0, s1; };
    struct { T lo, hi; };
    T s[2];
  };
};
template <class T> struct Lanes<T, 4> {
  union {
    struct { T x, y, z, w; };
    struct { T s0, s1, s2, s3; };
    struct { Lanes<T, 2> lo, hi; };
    struct { Lanes<T, 2> xy, zw; };
    T s[4];
  };
};
template <class T> struct Lanes<T, 8> {
  union {
    struct { T s0, s1, s2, s3, s4, s5, s6, s7; };
    struct { Lanes<T, 4> lo, hi; };
    T s[8];
  };
};
template <class T, int N> struct alignas(sizeof(T) * N) Vector : Lanes<T, N> {
  Vector() = default;
  UNWATCHED Vector(T all) {
    for (int i = 0; i < N; i++) this->s[i] = all;
  }
  template <class... A, class = std::enable_if_t<sizeof...(A) == N>> UNWATCHED Vector(A... each) {
    const T values[] = {(T)each...};
    for (int i = 0; i < N; i++) this->s[i] = values[i];
  }
  UNWATCHED Vector(const Vector &from) {
    touch(&from, sizeof from, false, 1);
    memcpy((void *)this, &from, sizeof from);
  }
  UNWATCHED Vector(const Lanes<T, N> &from) {
    touch(&from, sizeof from, false, 1);
    memcpy((void *)this, &from, sizeof from);
  }
  UNWATCHED Vector(const Lanes<T, N / 2> &low, const Lanes<T, N / 2> &high) {
    touch(&low, sizeof low, false, 1);
    touch(&high, sizeof high, false, 1);
    memcpy(this->s, low.s, sizeof low);
    memcpy(this->s + N / 2, high.s, sizeof high);
  }
  UNWATCHED Vector &operator=(const Vector &from) {
    touch(&from, sizeof from, false, 1);
    touch(this, sizeof from, true, 1);
    memcpy((void *)this, &from, sizeof from);
    return *this;
  }
};
template <class T, int N> UNWATCHED T lane(const Vector<T, N> &v, int i) { return v.s[i]; }
template <class T> UNWATCHED T lane(const T &all, int) { return all; }
#define BINARY_OPERATOR(op, A, B)                                                                  \
  template <class T, int N> UNWATCHED Vector<T, N> operator op(A a, B b) {                         \
    touch(&a, sizeof a, false, 1);                                                                 \
    touch(&b, sizeof b, false, 1);                                                                 \
    Vector<T, N> r;                                                                                \
    for (int i = 0; i < N; i++) r.s[i] = lane(a, i) op lane(b, i);                                 \
    return r;                                                                                      \
  }
#define COMMA ,
#define OPERATOR(op)                                                                               \
  BINARY_OPERATOR(op, const Vector<T COMMA N> &, const Vector<T COMMA N> &)                        \
  BINARY_OPERATOR(op, const Vector<T COMMA N> &, std::type_identity_t<T>)                          \
  BINARY_OPERATOR(op, std::type_identity_t<T>, const Vector<T COMMA N> &)                          \
  template <class T, int N, class B>                                                               \
  UNWATCHED Vector<T, N> &operator op##=(Vector<T, N> &a, const B &b) {                            \
    touch(&a, sizeof a, false, 1);                                                                 \
    touch(&b, sizeof b, false, 1);                                                                 \
    touch(&a, sizeof a, true, 1);                                                                  \
    for (int i = 0; i < N; i++) a.s[i] = a.s[i] op lane(b, i);                                     \
    return a;                                                                                      \
  }
OPERATOR(+)
OPERATOR(-)
OPERATOR(*)
OPERATOR(/)
OPERATOR(&)
OPERATOR(|)
OPERATOR(^)
#define VECTORS(T)                                                                                 \
  typedef Vector<T, 2> T##2;                                                                       \
  typedef Vector<T, 4> T##4;                                                                       \
  typedef Vector<T, 8> T##8;
VECTORS(char)
VECTORS(uchar)
VECTORS(short)
VECTORS(ushort)
VECTORS(int)
VECTORS(uint)
VECTORS(long)
VECTORS(ulong)
VECTORS(float)
VECTORS(double)

template <class T, int N> UNWATCHED T dot(const Vector<T, N> &a, const Vector<T, N> &b) {
  touch(&a, sizeof a, false, 1);
  touch(&b, sizeof b, false, 1);
  T sum = 0;
  for (int i = 0; i < N; i++) sum += a.s[i] * b.s[i];
  return sum;
}
template <class V, class T> UNWATCHED V vector_load(size_t offset, const T *from) {
  V result;
  from += offset * (sizeof(V) / sizeof(T));
  touch(from, sizeof(V), false, 2);
  memcpy((void *)&result, from, sizeof(V));
  return result;
}
template <class V, class T> UNWATCHED void vector_store(V value, size_t offset, T *to) {
  to += offset * (sizeof(V) / sizeof(T));
  touch(to, sizeof(V), true, 2);
  memcpy(to, (const void *)&value, sizeof(V));
}
template <class T> UNWATCHED Vector<std::remove_const_t<T>, 2> vload2(size_t i, T *p) {
  return vector_load<Vector<std::remove_const_t<T>, 2>>(i, p);
}
template <class T> UNWATCHED Vector<std::remove_const_t<T>, 4> vload4(size_t i, T *p) {
  return vector_load<Vector<std::remove_const_t<T>, 4>>(i, p);
}
template <class T> UNWATCHED void vstore2(Vector<T, 2> v, size_t i, T *p) { vector_store(v, i, p); }
template <class T> UNWATCHED void vstore4(Vector<T, 4> v, size_t i, T *p) { vector_store(v, i, p); }

// Functions of numbers.
template <class A, class B, class C> UNWATCHED A clamp(A x, B low, C high) {
  return x < low ? low : x > high ? high : x;
}
UNWATCHED inline int mul24(int a, int b) { return a * b; }
UNWATCHED inline int mad24(int a, int b, int c) { return a * b + c; }
UNWATCHED inline float mad(float a, float b, float c) { return a * b + c; }
UNWATCHED inline float rsqrt(float x) { return 1.0f / sqrtf(x); }
UNWATCHED inline float native_exp(float x) { return expf(x); }
UNWATCHED inline float native_sqrt(float x) { return sqrtf(x); }
UNWATCHED inline float native_divide(float a, float b) { return a / b; }
UNWATCHED inline float native_cos(float x) { return cosf(x); }
UNWATCHED inline float native_sin(float x) { return sinf(x); }
// Integers by 128 bits, cut to their type in the end.
typedef __int128 Wide;
template <class T> const int BITS = sizeof(T) * 8;
template <class T> using Unsigned = std::make_unsigned_t<T>;
template <class T> UNWATCHED T saturated(Wide x) {
  const Wide low = std::is_signed_v<T> ? -((Wide)1 << (BITS<T> - 1)) : 0;
  const Wide high = ((Wide)1 << (std::is_signed_v<T> ? BITS<T> - 1 : BITS<T>)) - 1;
  return (T)(x < low ? low : x > high ? high : x);
}
template <class T> UNWATCHED Unsigned<T> absolute(T x) { return (Unsigned<T>)(x < 0 ? -(Wide)x : (Wide)x); }
#define abs(x) absolute(x)
template <class T> UNWATCHED Unsigned<T> abs_diff(T a, T b) {
  return (Unsigned<T>)(a < b ? (Wide)b - (Wide)a : (Wide)a - (Wide)b);
}
template <class T> UNWATCHED T add_sat(T a, T b) { return saturated<T>((Wide)a + (Wide)b); }
template <class T> UNWATCHED T sub_sat(T a, T b) { return saturated<T>((Wide)a - (Wide)b); }
template <class T> UNWATCHED T hadd(T a, T b) { return (T)(((Wide)a + (Wide)b) >> 1); }
template <class T> UNWATCHED T rhadd(T a, T b) { return (T)(((Wide)a + (Wide)b + 1) >> 1); }
template <class T> UNWATCHED T mul_hi(T a, T b) {
  if constexpr (std::is_signed_v<T>) return (T)(((Wide)a * (Wide)b) >> BITS<T>);
  else return (T)(((unsigned __int128)a * (unsigned __int128)b) >> BITS<T>);
}
template <class T> UNWATCHED T mad_hi(T a, T b, T c) { return (T)((Unsigned<T>)mul_hi(a, b) + (Unsigned<T>)c); }
template <class T> UNWATCHED T mad_sat(T a, T b, T c) {
  // Of two unsigned numbers of 64 bits the product may not fit.
  if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
    const unsigned __int128 sum = (unsigned __int128)a * b + c;
    return sum >> 64 ? ~(T)0 : (T)sum;
  } else return saturated<T>((Wide)a * (Wide)b + (Wide)c);
}
template <class T> UNWATCHED T rotate(T x, T by) {
  const unsigned n = (unsigned)by & (BITS<T> - 1);
  const unsigned long u = (Unsigned<T>)x;
  return n == 0 ? x : (T)(u << n | u >> (BITS<T> - n));
}
template <class T> UNWATCHED T popcount(T x) { return (T)__builtin_popcountl((Unsigned<T>)x); }
template <class T> UNWATCHED T clz(T x) {
  return x == 0 ? (T)BITS<T> : (T)(__builtin_clzl((Unsigned<T>)x) - (64 - BITS<T>));
}
template <class T> UNWATCHED T ctz(T x) { return x == 0 ? (T)BITS<T> : (T)__builtin_ctzl((Unsigned<T>)x); }
template <class T> UNWATCHED T bitselect(T a, T b, T c) { return (T)((a & ~c) | (b & c)); }
template <class T, class C> UNWATCHED T select(T a, T b, C c) { return c ? b : a; }
UNWATCHED inline short upsample(char h, uchar l) { return (short)((ushort)(uchar)h << 8 | l); }
UNWATCHED inline ushort upsample(uchar h, uchar l) { return (ushort)(h << 8 | l); }
UNWATCHED inline int upsample(short h, ushort l) { return (int)((uint)(ushort)h << 16 | l); }
UNWATCHED inline uint upsample(ushort h, ushort l) { return (uint)h << 16 | l; }
UNWATCHED inline long upsample(int h, uint l) { return (long)((ulong)(uint)h << 32 | l); }
UNWATCHED inline ulong upsample(uint h, uint l) { return (ulong)h << 32 | l; }
template <class T, class F> UNWATCHED T reinterpreted(F x) {
  static_assert(sizeof(T) == sizeof(F));
  T r;
  memcpy(&r, &x, sizeof r);
  return r;
}
template <class T, class F> UNWATCHED T convert_saturated(F x) {
  if constexpr (std::is_floating_point_v<F>) {
    if (x != x) return 0;
    return x > 1e30 ? saturated<T>((Wide)1 << 100) : x < -1e30 ? saturated<T>(-((Wide)1 << 100)) : saturated<T>((Wide)x);
  } else return saturated<T>((Wide)x);
}
#define CONVERSIONS(T)                                                                             \
  template <class F> UNWATCHED T as_##T(F x) { return reinterpreted<T>(x); }                       \
  template <class F> UNWATCHED T convert_##T(F x) { return (T)x; }                                 \
  template <class F> UNWATCHED T convert_##T##_rtz(F x) { return (T)x; }                           \
  template <class F> UNWATCHED T convert_##T##_rte(F x) { return (T)nearbyint(x); }                \
  template <class F> UNWATCHED T convert_##T##_rtp(F x) { return (T)ceil(x); }                     \
  template <class F> UNWATCHED T convert_##T##_rtn(F x) { return (T)floor(x); }                    \
  template <class F> UNWATCHED T convert_##T##_sat(F x) { return convert_saturated<T>(x); }        \
  template <class F> UNWATCHED T convert_##T##_sat_rte(F x) { return convert_saturated<T>(nearbyint(x)); }
CONVERSIONS(char)
CONVERSIONS(uchar)
CONVERSIONS(short)
CONVERSIONS(ushort)
CONVERSIONS(int)
CONVERSIONS(uint)
CONVERSIONS(long)
CONVERSIONS(ulong)
template <class F> UNWATCHED float as_float(F x) { return reinterpreted<float>(x); }
UNWATCHED inline float convert_float(double x) { return (float)x; }

// Atomic functions: 0 add, 1 sub, 2 exchange, 3 compare and exchange, 4 min, 5 max, 6 and, 7 or, 8 xor,
// 9 unsigned min, 10 unsigned max.
template <class T> UNWATCHED T update(volatile T *at, int operation, T operand, T other = 0) {
  if constexpr (sizeof(T) == 4) {
    uint32_t a, b;
    memcpy(&a, &operand, 4);
    memcpy(&b, &other, 4);
    const uint32_t old = update32(at, operation, a, b);
    T result;
    memcpy(&result, &old, 4);
    return result;
  } else {
    return (T)update64(at, operation, (uint64_t)operand, (uint64_t)other);
  }
}
#define ATOMIC(name, operation)                                                                    \
  template <class T> UNWATCHED T name(volatile T *at, std::type_identity_t<T> operand) {           \
    return update<T>(at, operation, operand);                                                      \
  }
ATOMIC(atomic_add, 0)
ATOMIC(atomic_sub, 1)
ATOMIC(atomic_xchg, 2)
ATOMIC(atomic_and, 6)
ATOMIC(atomic_or, 7)
ATOMIC(atomic_xor, 8)
ATOMIC(atomic_min, std::is_unsigned_v<T> ? 9 : 4)
ATOMIC(atomic_max, std::is_unsigned_v<T> ? 10 : 5)
ATOMIC(atom_add, 0)
template <class T> UNWATCHED T atomic_inc(volatile T *at) { return update<T>(at, 0, 1); }
template <class T> UNWATCHED T atomic_dec(volatile T *at) { return update<T>(at, 1, 1); }
template <class T> UNWATCHED T atom_inc(volatile T *at) { return update<T>(at, 0, 1); }
template <class T>
UNWATCHED T atomic_cmpxchg(volatile T *at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return update<T>(at, 3, value, expected);
}

// Copies by the whole group.
#define async_work_group_copy(to, from, count, event)                                              \
  copy_together(to, from, count, sizeof *(to), 1, 1, event)
#define async_work_group_strided_copy(to, from, count, stride, event)                              \
  copy_strided(to, from, count, stride, event)
#define wait_group_events(count, events) wait_for(count, events, __builtin_object_size(events, 0))
