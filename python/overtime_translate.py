"""What a reference in PyTorch or NumPy computes, as loops of C: read from its text, and never run."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Optional, Sequence

__all__ = ["CannotTranslate", "Translated", "translate"]


class CannotTranslate(Exception):
    """The reference is not among what can be turned into a plain function; the message says where."""


@dataclass(frozen=True)
class Tensor:
    """An array in C, with its elements in order."""

    name: str
    shape: tuple[int, ...]


@dataclass
class Layer:
    """A module of torch.nn."""

    name: str
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    weights: list[Tensor] = field(default_factory=list)


@dataclass(frozen=True)
class Translated:
    #: Names and shapes of what comes in: the arguments, then weights.
    inputs: Sequence[tuple[str, tuple[int, ...]]]
    shape: tuple[int, ...]
    #: The module's numbers, as they were taken.
    constants: Mapping[str, int]
    lines: Sequence[str]
    result: str

    def body(self, names: Mapping[str, str], out: str) -> str:
        """The statements, with arrays by other names; the last one fills `out`."""
        from_own = [f"  const float *{own} = {name};" for own, name in names.items() if own != name]
        copied = f"  for (int i = 0; i < {count_of(self.shape)}; i++) {out}[i] = {self.result}[i];"
        return "\n".join([*from_own, *self.lines, copied])


UNARY = {
    "relu": "fmax({0}, 0.0f)",
    "relu6": "fmin(fmax({0}, 0.0f), 6.0f)",
    "sigmoid": "1.0f / (1.0f + exp(-({0})))",
    "silu": "({0}) / (1.0f + exp(-({0})))",
    "gelu": "0.5f * ({0}) * (1.0f + erf(({0}) * 0.70710678f))",
    "softplus": "log(1.0f + exp({0}))",
    "softsign": "({0}) / (1.0f + fabs({0}))",
    "hardtanh": "fmin(fmax({0}, -1.0f), 1.0f)",
    "hardsigmoid": "fmin(fmax(({0}) / 6.0f + 0.5f, 0.0f), 1.0f)",
    "hardswish": "({0}) * fmin(fmax(({0}) / 6.0f + 0.5f, 0.0f), 1.0f)",
    "rsqrt": "1.0f / sqrt({0})",
    "reciprocal": "1.0f / ({0})",
    "square": "({0}) * ({0})",
    "abs": "fabs({0})",
    "absolute": "fabs({0})",
    "neg": "-({0})",
    "negative": "-({0})",
    "sign": "(({0}) > 0 ? 1.0f : ({0}) < 0 ? -1.0f : 0.0f)",
    **{name: name + "({0})" for name in ("exp", "log", "sqrt", "tanh", "sin", "cos", "floor", "ceil", "erf")},
}
BINARY = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "subtract": "{0} - {1}",
    "mul": "{0} * {1}",
    "multiply": "{0} * {1}",
    "div": "{0} / {1}",
    "divide": "{0} / {1}",
    "true_divide": "{0} / {1}",
    "maximum": "fmax({0}, {1})",
    "minimum": "fmin({0}, {1})",
}
OPERATORS: Mapping[type, str] = {
    ast.Add: "{0} + {1}",
    ast.Sub: "{0} - {1}",
    ast.Mult: "{0} * {1}",
    ast.Div: "{0} / {1}",
    ast.Gt: "({0} > {1} ? 1.0f : 0.0f)",
    ast.Lt: "({0} < {1} ? 1.0f : 0.0f)",
    ast.GtE: "({0} >= {1} ? 1.0f : 0.0f)",
    ast.LtE: "({0} <= {1} ? 1.0f : 0.0f)",
}
#: What a sum begins with, and how one more is taken in.
REDUCTIONS = {
    "sum": ("0.0f", "{0} + {1}"),
    "mean": ("0.0f", "{0} + {1}"),
    "prod": ("1.0f", "{0} * {1}"),
    "max": ("-INFINITY", "fmax({0}, {1})"),
    "amax": ("-INFINITY", "fmax({0}, {1})"),
    "min": ("INFINITY", "fmin({0}, {1})"),
    "amin": ("INFINITY", "fmin({0}, {1})"),
}
#: Reductions that are made of others, with what they take in their order.
MADE_OF = {
    "var": ("dim", "unbiased", "keepdim"),
    "std": ("dim", "unbiased", "keepdim"),
    "norm": ("p", "dim", "keepdim"),
    "logsumexp": ("dim", "keepdim"),
}
_POOLS = {f"{kind}Pool{rank}d": f"{kind.lower()}_pool{rank}d" for kind in ("Max", "Avg") for rank in (1, 2, 3)}
POOLS = set(_POOLS.values())
#: Layers of torch.nn that have no weights, by the function that they are.
LAYERS = {
    "ReLU": "relu", "ReLU6": "relu6", "Sigmoid": "sigmoid", "SiLU": "silu", "GELU": "gelu", "Tanh": "tanh",
    "Softplus": "softplus", "Softsign": "softsign", "Hardtanh": "hardtanh", "Hardsigmoid": "hardsigmoid",
    "Hardswish": "hardswish", "LeakyReLU": "leaky_relu", "ELU": "elu", "Softmax": "softmax",
    "LogSoftmax": "log_softmax", "Flatten": "flatten",
    **_POOLS,
}  # fmt: skip
MADE = ("rand", "randn", "zeros", "ones", "empty", "random", "standard_normal", "uniform")


def count_of(shape: Sequence[int]) -> int:
    count = 1
    for length in shape:
        count *= length
    return count


def _strides(shape: Sequence[int]) -> list[int]:
    return [count_of(shape[at + 1 :]) for at in range(len(shape))]


def _number(value: float) -> str:
    return f"{float(value)!r}f"


class Loops:
    """Operations on arrays, each as a loop of C."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.made = 0

    def new(self, shape: Sequence[int]) -> Tensor:
        self.made += 1
        tensor = Tensor(f"t{self.made}", tuple(shape))
        if count_of(shape) < 1:
            raise CannotTranslate("an array without elements")
        self.lines.append(f"  float {tensor.name}[{count_of(shape)}];")
        return tensor

    def fill(self, shape: Sequence[int], element: Callable[[list[str]], str]) -> Tensor:
        """An array whose elements are an expression of their indices."""
        made = self.new(shape)
        strides = _strides(shape)
        indices = [f"i / {stride} % {length}" for stride, length in zip(strides, shape)]
        self.lines.append(f"  for (int i = 0; i < {count_of(shape)}; i++) {made.name}[i] = {element(indices)};")
        return made

    def at(self, tensor: Tensor, indices: Sequence[str]) -> str:
        """An element by its indices; the last ones count, and a length of 1 serves for all."""
        own = indices[len(indices) - len(tensor.shape) :]
        terms = [
            f"({index}) * {stride}"
            for index, stride, length in zip(own, _strides(tensor.shape), tensor.shape)
            if length > 1
        ]
        return f"{tensor.name}[{' + '.join(terms) or '0'}]"

    def each(self, form: str, *operands: Any) -> Any:
        """Element by element, broadcast."""
        shapes = [one.shape for one in operands if isinstance(one, Tensor)]
        shape: list[int] = []
        for own in shapes:
            longer = max(len(shape), len(own))
            a, b = [1] * (longer - len(shape)) + shape, [1] * (longer - len(own)) + list(own)
            if any(x != y and 1 not in (x, y) for x, y in zip(a, b)):
                raise CannotTranslate(f"shapes {tuple(shape)} and {own} do not go together")
            shape = [max(x, y) for x, y in zip(a, b)]
        return self.fill(
            shape,
            lambda indices: form.format(
                *(self.at(one, indices) if isinstance(one, Tensor) else _number(one) for one in operands)
            ),
        )

    def accumulate(self, shape: Sequence[int], inner: Sequence[int], start: str, step: Callable[[list[str], list[str]], str], take: str = "{0} + {1}") -> Tensor:
        """For each element a sum over inner indices, or another way of taking one more in."""
        made = self.new(shape)
        outer = [f"i / {stride} % {length}" for stride, length in zip(_strides(shape), shape)]
        within = [f"j / {stride} % {length}" for stride, length in zip(_strides(inner), inner)]
        self.lines += [
            f"  for (int i = 0; i < {count_of(shape)}; i++) {{",
            f"    float s = {start};",
            f"    for (int j = 0; j < {count_of(inner)}; j++) s = {take.format('s', step(outer, within))};",
            f"    {made.name}[i] = s;",
            "  }",
        ]
        return made

    def reduce(self, name: str, tensor: Tensor, axes: Sequence[int], keep: bool) -> Tensor:
        rank = len(tensor.shape)
        over = sorted({axis % rank for axis in axes}) if axes else list(range(rank))
        kept = [1 if at in over else length for at, length in enumerate(tensor.shape)]
        start, take = REDUCTIONS[name]
        inner = [tensor.shape[at] for at in over]

        def step(outer: list[str], within: list[str]) -> str:
            indices = [within[over.index(at)] if at in over else outer[at] for at in range(rank)]
            return self.at(tensor, indices)

        made = self.accumulate(kept, inner, start, step, take)
        if name == "mean":
            made = self.each("{0} / {1}", made, count_of(inner))
        return made if keep else self.shaped(made, [n for at, n in enumerate(kept) if at not in over] or [1])

    def shaped(self, tensor: Tensor, shape: Sequence[int]) -> Tensor:
        known = [length for length in shape if length != -1]
        whole = [count_of(tensor.shape) // count_of(known) if length == -1 else length for length in shape]
        if count_of(whole) != count_of(tensor.shape):
            raise CannotTranslate(f"{tensor.shape} is not {tuple(shape)}")
        return Tensor(tensor.name, tuple(whole))

    def permuted(self, tensor: Tensor, order: Sequence[int]) -> Tensor:
        axes = [axis % len(tensor.shape) for axis in order]
        shape = [tensor.shape[axis] for axis in axes]
        return self.fill(shape, lambda indices: self.at(tensor, [indices[axes.index(at)] for at in range(len(axes))]))

    def product(self, left: Tensor, right: Tensor) -> Tensor:
        a = self.shaped(left, (1, *left.shape)) if len(left.shape) == 1 else left
        b = self.shaped(right, (*right.shape, 1)) if len(right.shape) == 1 else right
        if a.shape[-1] != b.shape[-2]:
            raise CannotTranslate(f"a product of {left.shape} and {right.shape}")
        batch = max(a.shape[:-2], b.shape[:-2], key=len)
        shape = [*batch, a.shape[-2], b.shape[-1]]

        def step(outer: list[str], within: list[str]) -> str:
            return f"{self.at(a, [*outer[:-1], *within])} * {self.at(b, [*outer[:-2], *within, outer[-1]])}"

        made = self.accumulate(shape, [a.shape[-1]], "0.0f", step)
        if len(left.shape) == 1:
            shape.pop(-2)
        if len(right.shape) == 1:
            shape.pop(-1)
        return self.shaped(made, shape or [1])

    def softmax(self, tensor: Tensor, axis: int) -> Tensor:
        top = self.reduce("max", tensor, [axis], True)
        powers = self.each("exp({0} - {1})", tensor, top)
        return self.each("{0} / {1}", powers, self.reduce("sum", powers, [axis], True))

    def made_of(self, name: str, first: Tensor, args: Sequence[Any], kwargs: Mapping[str, Any], is_numpy: bool, is_linalg: bool) -> Optional[Tensor]:
        """Reductions that are made of others; nothing for what they do not take."""
        # NumPy has a dtype in the second place of var and std.
        takes = MADE_OF[name][:1] if is_numpy and name != "norm" else MADE_OF[name]
        given = {{"axis": "dim", "keepdims": "keepdim", "ord": "p"}.get(key, key): value for key, value in kwargs.items()}
        given.update(zip(takes, args))
        over, keep = given.pop("dim", None), bool(given.pop("keepdim", False))
        if len(args) > len(takes) or isinstance(over, bool):
            return None
        axes = [] if over is None else several(over, 1)
        # Of a matrix 1 and 2 are other norms there.
        if is_linalg and given.get("p") in (1, 2) and (len(axes) or len(first.shape)) != 1:
            return None
        if name in ("var", "std"):
            usual = 0 if is_numpy else 1
            less = given.pop("ddof", given.pop("correction", int(given.pop("unbiased", usual))))
            made = self.deviation(first, axes, keep, less)
            made = made if name == "var" else self.each("sqrt({0})", made)
        elif name == "logsumexp":
            top = self.reduce("max", first, axes, True)
            total = self.reduce("sum", self.each("exp({0} - {1})", first, top), axes, True)
            whole = self.each("log({0}) + {1}", total, top)
            made = whole if keep else self.reduce("sum", whole, axes, False)
        else:
            power = given.pop("p", 2)
            if power not in (1, 2, "fro"):
                return None
            form = "fabs({0})" if power == 1 else "({0}) * ({0})"
            made = self.reduce("sum", self.each(form, first), axes, keep)
            made = made if power == 1 else self.each("sqrt({0})", made)
        return None if given else made

    def moved(self, name: str, first: Tensor, args: Sequence[Any], is_numpy: bool) -> Any:
        """Functions that move elements or shapes alone; nothing for another."""
        rank = len(first.shape)
        one = args[0] if args else None
        if name in ("reshape", "view"):
            return self.shaped(first, one if isinstance(one, tuple) else args)
        if name == "flatten":
            begin = one or 0
            return None if args[1:] not in ([], [-1]) else self.shaped(first, [*first.shape[:begin], -1])
        if name == "unsqueeze" or name == "expand_dims":
            at = one % (rank + 1)
            return self.shaped(first, [*first.shape[:at], 1, *first.shape[at:]])
        if name == "squeeze":
            at = None if one is None else one % rank
            return self.shaped(first, [n for i, n in enumerate(first.shape) if n != 1 or (at is not None and i != at)] or [1])
        if name in ("t", "transpose"):
            if not args:
                order = list(range(rank))[::-1]
            elif is_numpy or isinstance(one, tuple):
                order = list(one if isinstance(one, tuple) else args)
            else:
                # PyTorch names the two that change places.
                order = list(range(rank))
                order[args[0]], order[args[1]] = order[args[1]], order[args[0]]
            return self.permuted(first, order)
        if name == "permute":
            return self.permuted(first, one if isinstance(one, tuple) else args)
        if name == "size":
            return first.shape if one is None else first.shape[one]
        if name in ("numel", "dim"):
            return rank if name == "dim" else count_of(first.shape)
        if name in ("contiguous", "clone", "float", "cuda", "to", "astype", "copy", "detach"):
            return first
        return None

    def deviation(self, tensor: Tensor, axes: Sequence[int], keep: bool, less: int) -> Tensor:
        """The variance. less: so many less than the elements are divided by."""
        mean = self.reduce("mean", tensor, axes, True)
        squares = self.each("({0} - {1}) * ({0} - {1})", tensor, mean)
        made = self.reduce("sum", squares, axes, keep)
        return self.each("{0} / {1}", made, count_of(tensor.shape) // count_of(mean.shape) - less)

    def pooling(self, name: str, x: Tensor, size: Any, stride: Any, padding: Any) -> Tensor:
        rank = int(name[-2])
        k, p = several(size, rank), several(padding, rank)
        s = k if stride is None else several(stride, rank)
        if len(x.shape) != rank + 2:
            raise CannotTranslate(f"{name} of {x.shape}")
        sizes = [(n + 2 * p[at] - k[at]) // s[at] + 1 for at, n in enumerate(x.shape[2:])]
        start, take = REDUCTIONS["max" if name.startswith("max") else "sum"]

        def step(outer: list[str], within: list[str]) -> str:
            places = [f"(({outer[at + 2]}) * {s[at]} + ({within[at]}) - {p[at]})" for at in range(rank)]
            inside = " && ".join(f"{place} >= 0 && {place} < {n}" for place, n in zip(places, x.shape[2:]))
            return f"({inside} ? {self.at(x, [outer[0], outer[1], *places])} : {start})"

        made = self.accumulate([*x.shape[:2], *sizes], k, start, step, take)
        return made if name.startswith("max") else self.each("{0} / {1}", made, count_of(k))

    def convolution(self, x: Tensor, w: Tensor, bias: Optional[Tensor], stride: Any, padding: Any, dilation: Any, groups: int) -> Tensor:
        rank = len(w.shape) - 2
        s, p, d = (several(each, rank) for each in (stride, padding, dilation))
        if len(x.shape) != rank + 2 or x.shape[1] != w.shape[1] * groups:
            raise CannotTranslate(f"a convolution of {x.shape} with {w.shape}")
        sizes = [(n + 2 * p[at] - d[at] * (w.shape[at + 2] - 1) - 1) // s[at] + 1 for at, n in enumerate(x.shape[2:])]
        shape = [x.shape[0], w.shape[0], *sizes]

        def step(outer: list[str], within: list[str]) -> str:
            places = [f"(({outer[at + 2]}) * {s[at]} + ({within[at + 1]}) * {d[at]} - {p[at]})" for at in range(rank)]
            inside = " && ".join(f"{place} >= 0 && {place} < {n}" for place, n in zip(places, x.shape[2:]))
            channel = f"({outer[1]}) / {w.shape[0] // groups} * {w.shape[1]} + {within[0]}"
            value = self.at(x, [outer[0], channel, *places])
            return f"({inside} ? {self.at(w, [outer[1], *within])} * {value} : 0.0f)"

        made = self.accumulate(shape, w.shape[1:], "0.0f", step)
        return made if bias is None else self.each("{0} + {1}", made, self.shaped(bias, [-1, *[1] * rank]))


def several(value: Any, count: int) -> Sequence[int]:
    return list(value) if isinstance(value, (tuple, list)) else [value] * count


def translate(source: str, *, sizes: Optional[Mapping[str, Any]] = None, most: int = 4) -> Translated:
    """Reads a module of PyTorch (a class with forward) or a function of NumPy.

    sizes: numbers of the module, by name, or shapes of arguments where no get_inputs makes them.
    most: numbers of the module are cut to it, every second one to one less.
    """
    from overtime_reading import Reading

    try:
        module = ast.parse(source)
    except SyntaxError as error:
        raise CannotTranslate(f"line {error.lineno}: {error.msg}") from error
    try:
        return Reading(module, sizes or {}, most).translated()
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise CannotTranslate(f"the reference is not understood: {error!r}") from error
