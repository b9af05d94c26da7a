"""Run by `python3 -m unittest` with OVERTIME_COMMAND naming the command."""

import ast
import os
import shutil
import subprocess
import tempfile
import unittest

import overtime
from overtime_harness import CannotTranslate, judge, kernel_text, translate
from overtime_translate import Translated

try:
    import numpy
except ImportError:
    numpy = None

MODEL = '''
import torch
import torch.nn as nn
class Model(nn.Module):
    """A comment."""
    def __init__(self{takes}):
        super(Model, self).__init__()
        {init}
    def forward(self, {args}):
        {forward}
batch_size = 16
dim = 16384
def get_inputs():
    return [{inputs}]
def get_init_inputs():
    return [{given}]
'''


def model(forward: str, args: str = "x", inputs: str = "torch.randn(batch_size, dim)", init: str = "pass", takes: str = "", given: str = "") -> str:
    return MODEL.format(forward=forward, args=args, inputs=inputs, init=init, takes=takes, given=given)


def elementwise(body: str) -> str:
    return f"""
__global__ void k(const float *x, float *out, int size) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size) {{ {body} }}
}}
torch::Tensor forward(torch::Tensor x) {{
  auto out = torch::empty_like(x);
  int size = x.numel();
  k<<<(size + 3) / 4, 4>>>(x.data_ptr<float>(), out.data_ptr<float>(), size);
  return out;
}}"""


#: On a (2 x 3), b (3), c (2 x 1), d (2 x 3 x 2) and m (3 x 4).
NUMPY = [
    "a + b * 2 - c",
    "np.maximum(a, 0.5) / (1 + np.exp(-a))",
    "np.where(a > c, a, -b)",
    "np.sum(a, axis=0) + np.mean(a)",
    "a.max(axis=1, keepdims=True) - np.min(a)",
    "np.sum(d, axis=(0, 2))",
    "np.matmul(a, m)",
    "a.T @ a",
    "d.transpose(2, 0, 1).reshape(4, -1) ** 2",
    "np.matmul(d.transpose(0, 2, 1), m)",
    "np.sqrt(np.abs(a)) + np.tanh(a[:, None, :]).reshape(2, 3)",
    "np.prod(a, axis=1) ** 3",
    "np.var(a, axis=1, ddof=1) + np.std(d)",
    "a / np.linalg.norm(a, axis=1, keepdims=True)",
    "a / (np.linalg.norm(a, 1, 0) + 1e-6)",
    "np.linalg.norm(d, axis=(0, 2)) + np.linalg.norm(a)",
    "np.squeeze(c, axis=1)[:, None] + np.expand_dims(b, axis=0)",
]
QUICK = {"quick": True, "sizes": {"batch_size": 2, "dim": 3}}
SOFTMAX = """
__global__ void k(const float *x, float *out, int batch_size, int dim) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= batch_size) return;
  float m = x[r * dim], s = 0;
  for (int i = 1; i < dim; i++) m = fmaxf(m, x[r * dim + i]);
  for (int i = 0; i < dim; i++) s += expf(x[r * dim + i] - m);
  for (int i = 0; i < dim; i++) out[r * dim + i] = expf(x[r * dim + i] - m) / s;
}"""
PRODUCT = """
__kernel void mm(__global const float *A, __global const float *B, __global float *C, int M, int N, int K) {
  int i = get_global_id(1), j = get_global_id(0);
  if (i >= M || j >= N) return;
  float s = 0;
  for (int k = 0; k < K; k++) s += A[i * K + k] * B[k * N + j];
  C[i * N + j] = s;
}"""
CONVOLUTION = """
__global__ void conv(const float *x, const float *w, const float *b, float *y) {
  int i = threadIdx.x;
  float s = b[0];
  for (int c = 0; c < 2; c++)
    for (int d = 0; d < 3; d++) {
      int at = i + d - 1;
      if (at >= 0 && at < 4) s += w[c * 3 + d] * x[c * 4 + at];
    }
  y[i] = s;
}"""


class Harness(unittest.TestCase):
    def judged(self, candidate: str, reference: str, **options: object) -> str:
        [kernel] = judge(candidate, reference, **{**QUICK, **options}).kernels
        return f"{kernel.verdict} {kernel.reason or ''}".strip()

    def test_elementwise_operations(self) -> None:
        reference = model("return torch.relu(x) * 2.0 + 1")
        right = elementwise("out[i] = fmaxf(x[i], 0.0f) * 2 + 1;")
        self.assertEqual(self.judged(right, reference), "right")
        self.assertEqual(self.judged(elementwise("out[i] = 1.0f;"), reference), "wrong")
        module = f"from torch.utils.cpp_extension import load_inline\nsource = '''{right}'''\n"
        self.assertEqual(kernel_text(module), right)
        self.assertEqual(self.judged(module, reference), "right")
        layer = model("return self.act(x)", init="self.act = nn.LeakyReLU(negative_slope=slope)", takes=", slope", given="0.5")
        self.assertEqual(self.judged(elementwise("out[i] = x[i] > 0 ? x[i] : 0.5f * x[i];"), layer), "right")

    def test_bounds_beyond_small_contents(self) -> None:
        reference = model("return F.hardsigmoid(x)")
        self.assertEqual(self.judged(elementwise("out[i] = fminf(fmaxf(x[i] / 6 + 0.5f, 0), 1);"), reference), "right")
        self.assertEqual(self.judged(elementwise("out[i] = x[i] / 6 + 0.5f;"), reference), "wrong")
        pool = model("return self.pool(x)", inputs="torch.randn(1, 1, 2, 8)", init="self.pool = nn.MaxPool2d(kernel_size=2)")
        right = elementwise(
            "float m = -INFINITY; for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) m = fmaxf(m, x[j * 8 + i * 2 + k]); out[i] = m;"
        )
        self.assertEqual(self.judged(right, pool), "right")
        self.assertEqual(self.judged(right.replace("-INFINITY", "0"), pool), "wrong")

    def test_layers_and_reductions_as_pytorch_has_them(self) -> None:
        flat = model("return self.flat(x)", inputs="torch.randn(2, 3, 2)", init="self.flat = nn.Flatten()")
        self.assertEqual(translate(flat).shape, (2, 6))
        for forward, less in {"x.var(1, False)": 0, "x.var(1)": 1, "torch.var(x, 1, True, True)": 1}.items():
            self.assertRegex(translate(model(f"return {forward}")).lines[-1], rf"/ {3 - less}\.0f;$")

    def test_softmax_and_reductions(self) -> None:
        reference = model("return torch.softmax(x, dim=1)")
        self.assertEqual(self.judged(SOFTMAX, reference, launch="1, 4"), "right")
        wrong = SOFTMAX.replace("i = 1; i < dim", "i = 1; i < dim - 1").replace("float m = x[r * dim]", "float m = 0")
        self.assertEqual(self.judged(wrong.replace("s += ", "s = "), reference, launch="1, 4"), "wrong")
        mean = SOFTMAX.replace("= expf(x[r * dim + i] - m) / s", "= x[r * dim + i] - m")
        self.assertEqual(self.judged(mean, model("return x - torch.max(x, dim=1, keepdim=True)[0]"), launch="1, 4"), "right")

    def test_matrix_products_of_numpy(self) -> None:
        reference = "import numpy as np\ndef product(a, b):\n    return np.matmul(a, b)\n"
        sizes = {"a": (2, 3), "b": (3, 2), "M": 2, "N": 2, "K": 3}
        launch = "(2, 2), (2, 2)"
        self.assertEqual(self.judged(PRODUCT, reference, sizes=sizes, launch=launch), "right")
        wrong = PRODUCT.replace("A[i * K + k]", "A[i * N + k]")
        self.assertEqual(self.judged(wrong, reference, sizes=sizes, launch=launch), "wrong")

    def test_convolutions_with_weights(self) -> None:
        reference = model(
            "return self.conv(x)",
            inputs="torch.rand(1, 2, 4)",
            init="self.conv = nn.Conv1d(2, 1, kernel_size=3, padding=1)",
        )
        self.assertEqual(self.judged(CONVOLUTION, reference, launch="1, 4"), "right")
        self.assertEqual(self.judged(CONVOLUTION.replace("at >= 0", "at > 0"), reference, launch="1, 4"), "wrong")

    @unittest.skipUnless(numpy and shutil.which("gcc"), "needs NumPy and gcc")
    def test_computes_what_numpy_does(self) -> None:
        shapes = {"a": (2, 3), "b": (3,), "c": (2, 1), "d": (2, 3, 2), "m": (3, 4)}
        for expression in NUMPY:
            used = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
            names = [name for name in shapes if name in used]
            source = f"import numpy as np\ndef f({', '.join(names)}):\n    return {expression}\n"
            space: dict = {}
            exec(source, space)
            given = [numpy.random.default_rng(1).normal(size=shapes[name]).astype(numpy.float32) for name in names]
            wanted = numpy.asarray(space["f"](*given), dtype=numpy.float32)
            made = translate(source, sizes=shapes)
            with self.subTest(expression):
                self.assertEqual(tuple(made.shape), wanted.shape or (1,))
                numpy.testing.assert_allclose(self.compiled(made, given), wanted.ravel(), rtol=1e-4, atol=1e-5)

    def compiled(self, made: Translated, given: list) -> list:
        arrays = [f"const float {name}[] = {{{', '.join(map(repr, map(float, one.ravel())))}}};" for (name, _), one in zip(made.inputs, given)]
        count = int(numpy.prod(made.shape))
        own = {name: name for name, _ in made.inputs}
        text = "\n".join([
            "#include <math.h>", "#include <stdio.h>", *arrays, f"float out[{count}];",
            "int main(void) {", made.body(own, "out"),
            f'  for (int i = 0; i < {count}; i++) printf("%.9g\\n", out[i]);', "}",
        ])  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "f")
            subprocess.run(["gcc", "-x", "c", "-", "-o", path, "-lm"], input=text.encode(), check=True)
            said = subprocess.run([path], stdout=subprocess.PIPE, check=True).stdout
        return [float(line) for line in said.split()]

    def test_asks_for_the_rest(self) -> None:
        for forward, said in {
            "return torch.fft.fft(x)": "fft",
            "for i in range(3):\n            x = x + 1\n        return x": "line 10: for",
            "return y": "y is not known",
            "return torch.nn.functional.gelu(x, approximate='tanh')": "approximate",
            "return torch.sum(x, dim=5, where=x)": "where",
            "return x + 'no'": "not understood",
            "return x @ x": "a product of",
            "return torch.norm(x, p=3, dim=1)": "p=3",
            "return F.max_pool1d(x, 2, ceil_mode=True)": "ceil_mode",
            "return F.max_pool1d(x, 2, 2, 0, 2)": "max_pool1d",
            "return torch.std(x, False)": "std",
            "return torch.linalg.norm(x, 2)": "linalg.norm",
            "return x.flatten(0, 0)": "flatten",
            "return x.reshape(-1, 2, dim=1)": "reshape",
        }.items():
            with self.assertRaisesRegex(CannotTranslate, said):
                translate(model(forward))
        with self.assertRaisesRegex(CannotTranslate, "what is count of the kernel"):
            judge(elementwise("out[i] = x[i];").replace("size", "count"), model("return x + 0"))
        with self.assertRaisesRegex(CannotTranslate, "1 arrays and a result"):
            judge(PRODUCT, model("return x + 0"))
        plain = "#pragma tuner value size = 2\nvoid plain(const float *x, float *out) { out[0] = x[0]; out[1] = x[1]; }"
        candidate = elementwise("out[i] = x[i];")
        states = ["array x = 2", "array out = 2", "input x[i] = any(0, 1)"]
        self.assertTrue(judge(candidate, plain=plain, state=states, quick=True).accepted)
        with self.assertRaisesRegex(overtime.BadInput, "not both"):
            judge(candidate)


if __name__ == "__main__":
    unittest.main()
