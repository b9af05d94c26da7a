import { describe, expect, it } from 'vitest';
import { kernelsInPython } from './python-kernels.ts';

const only = (script: string): string => {
  const texts = kernelsInPython(script);
  expect(texts).toHaveLength(1);
  return texts[0] ?? '';
};

/** Without blanks at the ends of lines. */
const tidy = (text: string): readonly string[] => text.split('\n').map((line) => line.trimEnd());

describe('kernels in a Python script', () => {
  it('keep their lines, and what is not theirs is blank', () => {
    const script = `# isn't a string
"""A docstring: isn't code."""
src = """
__global__ void f(float *x) { printf("%d\\\\n", 1); }
"""
class Model:
    '''__global__ is said here'''`;
    const [, , , kernel, ...others] = tidy(only(script));
    expect(kernel).toBe('__global__ void f(float *x) { printf("%d\\n", 1); }');
    expect(others.join('')).toBe('');
  });

  it('are those of each string that names begin again with, and of helpers', () => {
    const kernel = (body: string): string => `"""\n__global__ void f(int *x) { ${body} }\n"""\n`;
    const texts = kernelsInPython(
      `h = "__device__ int g() { return 1; }"\na = ${kernel('x[0] = g();')}b = ${kernel('x[1] = g();')}`,
    );
    expect(texts.map((text) => [text.includes('int g()'), /x\[(\d)\]/.exec(text)?.[1]])).toEqual([
      [true, '0'],
      [true, '1'],
    ]);
    expect(kernelsInPython('@cuda.jit\ndef f(x): pass')).toEqual([]);
  });

  it.each([
    ['an f-string', 'src = f"""\n__global__ void f() {{ int s = {N}; }}"""'],
    ['format', 'src = """\n__global__ void f() {{ int s = {N}; }}""".format(N=N)'],
    ['a name of a name', 'K = N\nsrc = f"""\n__global__ void f() {{ int s = {K}; }}"""'],
    ['a dictionary', 'src = """\n__global__ void f() { int s = %(N)s; }""" % {"N": 64}'],
    ['a template', 'src = Template("""\n__global__ void f() { int s = $N; }""").substitute(N=N)'],
  ])('get their numbers by %s', (_, script) => {
    expect(only(`N = 64\n${script}`)).toContain('__global__ void f() { int s = 64; }');
    // Several numbers are none.
    expect(only(`N = 32\nN = 65\n${script}`)).toMatch(/int s = [NK];/);
  });

  it.each([
    ['changed', 'n = 64\nn *= 2'],
    ['that a loop goes through', 'n = 64\nfor n in (64, 128):\n  f(n)'],
    ['set with others', 'n = 64\nm, n = 1, 128'],
    ['set in brackets', '# (\nn = 64\n(m, n) = 1, 128'],
    ['with a type', 'n = 64\nn: int = 128'],
    ['of a condition', 'n = 64\nif big: n = 128'],
    ['of a function', 'def run(m, n=64):\n  pass\nrun(1, 128)'],
    ['of a function that is called elsewhere', 'def run(n=64):\n  pass'],
  ])('get no number by a name that is %s', (_, setting) => {
    const made = (more: string): string =>
      only(`${more}\nsrc = f"""\n__global__ void f() {{ int s = {n}; }}"""`);
    expect(made(setting)).toContain('int s = n;');
    expect(made('def run(m, n=64):\n  pass\nrun(1)\nrun(2, n)')).toContain('int s = 64;');
  });

  it('are not launched by remarks', () => {
    const script = `k = RawKernel("""\n__global__ void f() {}\n""", "f")\nk((1,), (64,), ())`;
    expect(only(script)).toContain('<<<');
    expect(only(script.replace(/k\(\(/, '# k(('))).not.toContain('<<<');
  });

  it.each([
    [
      'PyCUDA',
      'k = mod.get_function("f")\nk(drv.In(a), np.int32(n), block=block, grid=((n + block[0] - 1) // block[0], 1))',
      'f<<<dim3(((100) + 16 - 1) / 16, 1), dim3(16, 8), 0>>>((a), ((100)))',
    ],
    [
      'CuPy',
      'k = cp.RawKernel(src, "f")\nk((4,), (n // 2,), (a, len(a)), shared_mem=512)',
      'f<<<dim3(4), dim3((100) / 2), 512>>>(a, a_size)',
    ],
    [
      'a quotient that is a fraction',
      'k = cp.RawKernel(src, "f")\nk((math.ceil(n / 16),), (int(n / 8),), (a, 1.0 / n))',
      'f<<<dim3(ceil((100) /(double) 16)), dim3((int)((100) /(double) 8)), 0>>>(a, 1.0 /(double) (100))',
    ],
  ])('are launched as the script does by %s', (_, call, launch) => {
    const script = `src = """\n__global__ void f() {}\n"""\nn = 100\nblock = (16, 8)\n${call}`;
    const text = only(script);
    expect(text).toContain(launch);
    const lineOf = (all: string, what: string): number =>
      all.split('\n').findIndex((line) => line.includes(what));
    expect(lineOf(text, '<<<')).toBe(lineOf(script, 'k('));
  });

  it.each([
    ['np.zeros(n, dtype=np.float32)', '(100) * 4'],
    ['np.zeros((n, 3))', '((100)) * (3) * 8'],
    ['np.random.randn(n, 2 * n).astype(np.float32)', '((100)) * (2 * (100)) * 4'],
    ['cp.empty_like(b)', '(7) * 2'],
    ['torch.zeros(n, device="cuda")', '((100)) * 4'],
    ['cp.asarray(np.zeros(n), cp.float32)', '((100)) * 4'],
    ['np.full_like(b, 1, np.float32)', '(7) * 4'],
    ['cp.empty_like(b, shape=(n,))', undefined],
    ['cuda.mem_alloc(b.nbytes)', '(7) * 2'],
    ['gpuarray.to_gpu(np.arange(n, dtype=np.int32))', '((100)) * 4'],
    ['np.zeros(n)[1:]', undefined],
    ['np.zeros(-n // 2)', undefined],
    ['made(n)', undefined],
  ])('have arrays as long as the script makes them: %s', (made, bytes) => {
    const script = `src = """\n__global__ void f(float *a) {}\n"""\nn = 100\nb = np.zeros(7, np.int16)\na = ${made}
k = cp.RawKernel(src, "f")\nk((a.size // 64,), (64,), (a,))`;
    const said = /cudaMalloc\(&a, (.*?)\);/.exec(only(script))?.[1];
    const plain = (text: string | undefined) => text?.replaceAll(/[()\s]/g, '');
    expect(plain(said)).toBe(plain(bytes));
    expect(only(script).includes('int a_size = ')).toBe(bytes !== undefined);
  });

  it.each([
    ['h, w = a.shape', '50', '30'],
    ['(h, w) = b.shape', '50', '30'],
    ['_, h, w = c.shape', '5', '4'],
    ['h, w = a.shape\nh, w = c.shape', undefined, undefined],
    ['h, w = a.shape\nw += 1', undefined, '30'],
    ['h, w = a.shape[::-1]', undefined, undefined],
  ])('pass the sizes of a shape that is unpacked: %s', (unpacked, width, height) => {
    const script = `src = """\n__global__ void f(float *a, int w, int h) {}\n"""
a = np.zeros((30, 50), dtype=np.float32)\nb = a.copy()\nc = np.zeros((3, 4, 5))\n${unpacked}
k = mod.get_function("f")\nk(a, np.int32(w), np.int32(h), block=(16, 16, 1), grid=(1, 1))`;
    const text = only(script);
    const [, ...passed] = /\(\(?a\)?, \(?(\w+)\)?, \(?(\w+)\)?\);/.exec(text) ?? [];
    const told = passed.map((name) => new RegExp(`int ${name} = \\((\\d+)\\);`).exec(text)?.[1]);
    expect(told).toEqual([width, height]);
  });

  it.each([
    ['n += 24', 'n_before * 4'],
    ['n = 2000', 'n_before * 4'],
    ['n, m = 1, 2', 'n_before * 4'],
    ['m = 24', '1000 * 4'],
    ['if n == 5: pass', '1000 * 4'],
    ['def other():\n  n = 2000', 'n * 4'],
  ])('have no length by a number that is set again: %s', (again, bytes) => {
    const script = `src = """\n__global__ void f(float *a, int n) {}\n"""
n = 1000\nh = np.zeros(n, np.float32)\na = cp.asarray(h)\n${again}
k = cp.RawKernel(src, "f")\nk(((n + 255) // 256,), (256,), (a, n))`;
    const said = /cudaMalloc\(&a, (.*?)\);/.exec(only(script))?.[1];
    expect(said?.replaceAll(/[()]/g, '')).toBe(bytes);
  });
});

describe("an extension's calls", () => {
  const scriptOf = ({
    forward = 'return ext.scale(x.cuda().contiguous(), 2.0)',
    inputs = 'return [torch.randn(batch, 4 * 8)]',
    as = '',
    init = 'self',
    sets = '',
    behind = '',
  } = {}): string => `
batch = 16
other = batch
src = """
__global__ void k(float *x, float by) { x[threadIdx.x] *= by; }
torch::Tensor scale(torch::Tensor x, double by) { k<<<1, 32>>>(x.data_ptr<float>(), by); return x; }
${as}
"""
ext = load_inline(name="ext", cuda_sources=[src], functions=["scale"])
class Model:
    def __init__(${init}):
        ${sets}
        self.w = nn.Parameter(torch.randn(rows, cols))
    def forward(self, x):
        ${forward}
def get_inputs():
    ${inputs}
def get_init_inputs():
    return [other]
${behind}
`;
  const called = (script: string): readonly string[] =>
    tidy(only(script)).flatMap((line) => /(?<=void call_\d+)\(.*/.exec(line.trim())?.[0] ?? []);

  it.each([
    [{}, '() { auto x = torch::randn({(16), 4 * 8}); scale(x, 2.0); }'],
    [
      { forward: 'x = x.cuda()\n        return ext.scale(x, self.by)' },
      '(double by) { auto x = torch::randn({(16), 4 * 8}); scale(x, by); }',
    ],
    [
      { inputs: 'return [torch.randn(batch, 1, 8).cuda().flatten()]' },
      '() { auto x = torch::randn({((16)) * (8)}); scale(x, 2.0); }',
    ],
    [
      { inputs: 'return [torch.randn(batch, 1, 8).squeeze()]' },
      '() { auto x = torch::randn({(16), 8}); scale(x, 2.0); }',
    ],
    [
      { inputs: 'return [torch.randn(batch, *shape).float() * 2 - 1]\nshape = (4, 8,)' },
      '() { auto x = torch::randn({(16), 4, 8}); scale(x, 2.0); }',
    ],
    [
      { inputs: 'a = torch.rand((batch, batch))\n    return [a]' },
      '() { auto x = torch::randn({(16), (16)}); scale(x, 2.0); }',
    ],
    [
      {
        as: 'PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) { m.def("run", &scale, "by a number"); }',
        forward: 'return ext.run(x, 1)',
      },
      '() { auto x = torch::randn({(16), 4 * 8}); scale(x, 1); }',
    ],
  ])('pass what get_inputs returns: %j', (changed, expected) => {
    expect(called(scriptOf(changed))).toEqual([expected]);
  });

  const weights = (init: string, more = {}): readonly string[] =>
    called(scriptOf({ init, forward: 'return ext.scale(self.w, 2.0)', ...more })).map((line) =>
      line.replaceAll(/\(+(\d+)\)+/g, '$1'),
    );

  it.each([
    ['self, rows, cols=8', ['() { auto x = torch::randn({16, 8}); scale(x, 2.0); }']],
    [
      'self, cols: int, rows: int = 2 * 3',
      ['() { auto x = torch::randn({(2 * 3), 16}); scale(x, 2.0); }'],
    ],
    ['self, rows, cols', []],
  ])('pass weights in the sizes that %s is given, or takes by default', (init, expected) => {
    expect(weights(init)).toEqual(expected);
  });

  it.each([
    [{ sets: 'rows *= 2' }, []],
    [{ behind: 'model.w.data = x\nself.w.data = x' }, []],
    [{ behind: 'block = Model(3, 4)' }, []],
    [
      { behind: 'model = Model(*get_init_inputs())' },
      ['() { auto x = torch::randn({16, 8}); scale(x, 2.0); }'],
    ],
  ])(
    'pass weights of the model that gets what is returned, and not of others: %j',
    (more, expected) => {
      expect(weights('self, rows, cols=8', more)).toEqual(expected);
      const forward = 'w = self.w.contiguous()\n        return ext.scale(w, 2.0)';
      expect(weights('self, rows, cols=8', { ...more, forward })).toEqual(expected);
    },
  );

  it.each([
    { behind: 'model = torch.nn.Sequential(Model(), Model())' },
    { inputs: 'batch = 8\n    return [torch.randn(batch, 4)]' },
    { forward: 'x = x.view(-1)\n        return ext.scale(x, 2.0)' },
    { forward: 'x, y = y, x\n        return ext.scale(x, 2.0)' },
    { forward: 'return other.scale(x, 2.0)' },
    { forward: 'return ext.scale(*x, 2.0)' },
    { inputs: 'return [torch.randn(*shape)]' },
    { inputs: 'return [make()]' },
    { inputs: 'return []' },
  ])('pass what nobody states: %j', (changed) => {
    expect(called(scriptOf(changed))).toEqual([]);
  });
});
