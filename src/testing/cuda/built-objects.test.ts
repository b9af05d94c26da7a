import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Objects of the host that a constructor builds and a destructor ends. */

const KERNEL =
  '#include <utility>\n__global__ void k(int *d, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) d[i] = i; }\n';
const BUFFER = `struct Buffer { int *p; int n;
  Buffer(int n) : n(n) { cudaMalloc(&p, n * sizeof(int)); } ~Buffer() { cudaFree(p); }
  void resize(int m) { cudaFree(p); cudaMalloc(&p, m * sizeof(int)); this->n = m; } };
`;

const saysOf = async (text: string) => {
  const { status, conditions } = await verdictOf(KERNEL + text, { ...usualConstants(), size: 64 });
  return { status, isSure: conditions.length === 0 };
};

describe('an array is as long as its object was made', () => {
  test.each([
    ['resized', BUFFER, 'Buffer b(20); b.resize(100);', 'b.p', 'b.n'],
    [
      'exchanged',
      BUFFER,
      'Buffer b(100), c(50); std::swap(b.p, c.p); std::swap(b.n, c.n);',
      'b.p',
      'b.n',
    ],
    [
      'returned',
      `${BUFFER}Buffer made(int n) { Buffer b(2 * n); return b; }`,
      'Buffer b = made(50);',
      'b.p',
      'b.n',
    ],
    [
      'given to another or asked as a constant',
      `class Buffer { public: explicit Buffer(size_t m) : n_(m) { cudaMalloc(&p_, m * sizeof(int)); }
        ~Buffer() { if (p_) cudaFree(p_); } Buffer(const Buffer &) = delete;
        Buffer(Buffer &&o) noexcept : p_(std::exchange(o.p_, nullptr)), n_(o.n_) {}
        int *get() { return p_; } const int *get() const { return p_; } size_t size() const { return n_; }
        private: int *p_ = nullptr; size_t n_ = 0; };`,
      'Buffer b(100);',
      'b.get()',
      'b.size()',
    ],
    [
      'with values of several members',
      'struct Options { int width = 20, height = 5; bool isLoud = false; }; Options parse() { Options o; return o; }',
      'Options o = parse(); int *d; cudaMalloc(&d, o.width * o.height * sizeof(int));',
      'd',
      'o.width * o.height',
    ],
    ['by its class', BUFFER, 'auto b = Buffer{100};', 'b.p', 'b.n'],
    ['of a pointer', BUFFER, 'Buffer *b = new Buffer(100);', 'b->p', 'b->n'],
    [
      'of a template',
      `template <class T> class Buffer { T *p_ = nullptr; int n_ = 0; int bytes() const { return n_ * sizeof(T); }
  public: explicit Buffer(int n) : n_(n) { cudaMalloc((void **)&p_, bytes()); } ~Buffer() { cudaFree(p_); }
  Buffer(const Buffer &) = delete; T *data() { return p_; } int size() const { return n_; } };`,
      'const int N = 50; Buffer<int> b(2 * N); int n = b.size();',
      'b.data()',
      'n',
    ],
    [
      'in another object',
      `${BUFFER}struct Two { Buffer a, b; int n; Two(int n) : a(2 * n), b(n), n(2 * n) {} void turn() { std::swap(a.p, b.p); } };`,
      'Two t(50); t.turn(); t.turn();',
      't.a.p',
      't.n',
    ],
    [
      'outside of its class',
      'class B { public: B(int n); int n; int *p; }; B::B(int m) : n(m) { cudaMalloc(&p, 4 * n); }',
      'B b(100);',
      'b.p',
      'b.n',
    ],
    [
      'by another constructor',
      'struct B { int n = 7; int *p; B() : B(100) {} B(int m) : n(m) { cudaMalloc(&p, 4 * n); } };',
      'B b;',
      'b.p',
      'b.n',
    ],
  ])('%s', async (_, classes, made, array, count) => {
    const main = (more: string): string =>
      `${classes}\nint main() { ${made} k<<<4, 32>>>(${array}, ${count}${more}); }`;
    expect(await saysOf(main(''))).toEqual({ status: 'right', isSure: true });
    expect(await saysOf(main(' + 1'))).toEqual({ status: 'wrong', isSure: true });
  });
});

const OWN = BUFFER.replace(
  '~Buffer',
  'Buffer(Buffer &&o) : p(o.p), n(o.n) { o.p = nullptr; o.n = 0; } Buffer &operator=(Buffer &&o) { std::swap(p, o.p); std::swap(n, o.n); return *this; } ~Buffer',
);

test.each([
  ['an object has ended', BUFFER, 'int *q; { Buffer b(100); q = b.p; } k<<<4, 32>>>(q, 100);'],
  [
    'a copy has ended',
    `${BUFFER}int of(Buffer b) { return b.n; }`,
    'Buffer b(100); int n = of(b); k<<<4, 32>>>(b.p, n);',
  ],
  [
    'it is deleted',
    BUFFER,
    'Buffer *b = new Buffer(100); int *q = b->p; delete b; k<<<4, 32>>>(q, 100);',
  ],
  [
    'a method may have made it shorter',
    BUFFER,
    'Buffer b(100); if (other()) b.resize(50); k<<<4, 32>>>(b.p, 100);',
  ],
  [
    'a method of its own may have',
    BUFFER.replace('void resize', 'void half() { if (other()) resize(n / 2); } void resize'),
    'Buffer b(100); b.half(); k<<<4, 32>>>(b.p, 100);',
  ],
  [
    'a method gives it to another',
    BUFFER.replace('void resize', 'Buffer &self() { return *this; } void resize'),
    'Buffer b(100); b.self().resize(50); k<<<4, 32>>>(b.p, 100);',
  ],
  ['it is moved', OWN, 'Buffer b(100), c(50); b = std::move(c); k<<<4, 32>>>(b.p, 100);'],
  [
    'its constructor is not followed',
    BUFFER.replace('n(n)', 'n(n + zero)').replace('struct', 'extern int zero; struct'),
    'Buffer b(100); k<<<4, 32>>>(b.p, b.n);',
  ],
])('nothing is right for certain where %s', async (_, classes, body) => {
  const { status, isSure } = await saysOf(`${classes}\nint main() { ${body} }`);
  expect(status === 'right' && isSure).toBe(false);
});
