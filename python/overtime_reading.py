"""Follows the text of a reference, statement by statement, on arrays whose shapes are known."""

from __future__ import annotations

import ast
import operator
from typing import Any, Mapping, Optional, Sequence

from overtime_translate import (
    BINARY,
    LAYERS,
    MADE,
    MADE_OF,
    OPERATORS,
    POOLS,
    REDUCTIONS,
    UNARY,
    CannotTranslate,
    Layer,
    Loops,
    Tensor,
    Translated,
    count_of,
    several,
)

_NUMBERS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow,
}  # fmt: skip
#: Words that are understood where a function has them; others would change what it computes.
_KEYWORDS = set("dim axis keepdim keepdims min max negative_slope alpha inplace stride padding dilation groups bias p ord unbiased correction ddof kernel_size".split())
_LIBRARIES = ("torch", "np", "numpy", "F", "nn", "functional", "random", "init", "linalg")


class Reading:
    def __init__(self, module: ast.Module, sizes: Mapping[str, Any], most: int) -> None:
        self.sizes = sizes
        self.loops = Loops()
        self.inputs: list[Tensor] = []
        self.self_: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        self.functions = {one.name: one for one in module.body if isinstance(one, ast.FunctionDef)}
        self.classes = [one for one in module.body if isinstance(one, ast.ClassDef)]
        self.is_numpy = not any(_method(one, "forward") for one in self.classes)
        cut = 0
        for statement in module.body:
            if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
                continue
            name = statement.targets[0].id
            try:
                value = sizes.get(name, self.value(statement.value))
            except CannotTranslate:
                continue
            if name not in sizes and isinstance(value, int) and not isinstance(value, bool) and value > most:
                value = max(1, most - cut % 2)
                cut += 1
            self.names[name] = value
        for name, value in sizes.items():
            self.names.setdefault(name, value)

    def translated(self) -> Translated:
        model = next((one for one in self.classes if _method(one, "forward")), None)
        if model is not None:
            function = _method(model, "forward")
            arguments = [one.arg for one in function.args.args][1:]
        else:
            own = [one for name, one in self.functions.items() if name not in ("get_inputs", "get_init_inputs")]
            if len(own) == 0:
                raise CannotTranslate("the reference has no class with forward, and no function")
            function = own[-1]
            arguments = [one.arg for one in function.args.args]
        arguments = arguments[: len(arguments) - len(function.args.defaults)] if self.is_numpy else arguments
        given: dict[str, Any] = {}
        for name, shape in zip(arguments, self.shapes(arguments)):
            given[name] = Tensor(f"in_{name}", tuple(shape)) if isinstance(shape, (tuple, list)) else shape
            if isinstance(given[name], Tensor):
                self.inputs.append(given[name])
        if model is not None:
            self.initialise(model)
        result = self.called(function, given)
        if not isinstance(result, Tensor):
            raise CannotTranslate("the reference returns no array")
        numbers = {name: value for name, value in self.names.items() if isinstance(value, int)}
        inputs = [(one.name, one.shape) for one in self.inputs]
        return Translated(inputs, result.shape, numbers, self.loops.lines, result.name)

    def shapes(self, arguments: Sequence[str]) -> Sequence[Any]:
        """The shapes of what get_inputs makes, or those that the caller gives."""
        maker = self.functions.get("get_inputs")
        if maker is not None:
            made = self.called(maker, {})
            if isinstance(made, (list, tuple)):
                return [one.shape if isinstance(one, Tensor) else one for one in made]
        missing = [name for name in arguments if name not in self.sizes]
        if missing:
            raise CannotTranslate(f"what shape has {missing[0]}? Say sizes={{{missing[0]!r}: (2, 3)}}")
        return [self.sizes[name] for name in arguments]

    def initialise(self, model: ast.ClassDef) -> None:
        maker = _method(model, "__init__")
        if maker is None:
            return
        takes = [one.arg for one in maker.args.args][1:]
        given = self.called(self.functions["get_init_inputs"], {}) if "get_init_inputs" in self.functions else []
        values = dict(zip(takes, given or []))
        for name, default in zip(reversed(takes), reversed(maker.args.defaults)):
            values.setdefault(name, self.value(default))
        self.called(maker, values)

    def called(self, function: ast.FunctionDef, given: Mapping[str, Any]) -> Any:
        own = function.args.args
        usual = {one.arg: self.value(value) for one, value in zip(own[::-1], function.args.defaults[::-1])}
        outer, self.names = self.names, {**self.names, **usual, **given}
        try:
            for statement in function.body:
                if isinstance(statement, ast.Return):
                    return None if statement.value is None else self.value(statement.value)
                self.follow(statement)
            return None
        finally:
            self.names = outer

    def follow(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Expr):
            if not isinstance(statement.value, ast.Constant) and "super" not in ast.dump(statement.value):
                self.value(statement.value)
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                self.assign(target, self.value(statement.value))
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            self.assign(statement.target, self.value(statement.value))
        elif isinstance(statement, ast.AugAssign):
            whole = ast.BinOp(_loaded(statement.target), statement.op, statement.value)
            self.assign(statement.target, self.value(ast.copy_location(whole, statement)))
        elif not isinstance(statement, (ast.Pass, ast.Import, ast.ImportFrom)):
            raise _cannot(statement)

    def assign(self, target: ast.expr, value: Any) -> None:
        if isinstance(target, ast.Name):
            self.names[target.id] = value
        elif isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
            self.self_[target.attr] = value
        elif isinstance(target, ast.Tuple) and isinstance(value, (tuple, list)):
            for one, part in zip(target.elts, value):
                self.assign(one, part)
        else:
            raise _cannot(target)

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            if node.id in self.names:
                return self.names[node.id]
            raise CannotTranslate(f"line {node.lineno}: {node.id} is not known")
        if isinstance(node, (ast.Tuple, ast.List)):
            return tuple(self.value(one) for one in node.elts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            inner = self.value(node.operand)
            return self.loops.each("-({0})", inner) if isinstance(inner, Tensor) else -inner
        if isinstance(node, ast.BinOp):
            return self.binary(node, node.op, self.value(node.left), self.value(node.right))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self.binary(node, node.ops[0], self.value(node.left), self.value(node.comparators[0]))
        if isinstance(node, ast.Subscript):
            return self.part(node)
        if isinstance(node, ast.Attribute):
            return self.attribute(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        raise _cannot(node)

    def binary(self, node: ast.expr, op: Any, left: Any, right: Any) -> Any:
        if not isinstance(left, Tensor) and not isinstance(right, Tensor):
            if type(op) in _NUMBERS:
                return _NUMBERS[type(op)](left, right)
        elif isinstance(op, ast.MatMult):
            return self.loops.product(left, right)
        elif isinstance(op, ast.Pow):
            return self.power(left, right)
        elif type(op) in OPERATORS:
            return self.loops.each(OPERATORS[type(op)], left, right)
        raise _cannot(node)

    def power(self, base: Any, exponent: Any) -> Any:
        if exponent in (2, 3):
            return self.loops.each(" * ".join(["({0})"] * int(exponent)), base)
        return self.loops.each("pow({0}, {1})", base, exponent)

    def part(self, node: ast.Subscript) -> Any:
        whole = self.value(node.value)
        index = node.slice
        if isinstance(whole, tuple):
            return whole[self.value(index)]
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if isinstance(whole, Tensor) and all(
            (isinstance(one, ast.Slice) and one.lower is one.upper is one.step is None)
            or (isinstance(one, ast.Constant) and one.value is None)
            for one in parts
        ):
            shape, rest = [], list(whole.shape)
            for one in parts:
                shape.append(rest.pop(0) if isinstance(one, ast.Slice) else 1)
            return self.loops.shaped(whole, [*shape, *rest])
        raise _cannot(node)

    def attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.value, ast.Name) and node.value.id == "self":
            if node.attr in self.self_:
                return self.self_[node.attr]
            raise CannotTranslate(f"line {node.lineno}: self.{node.attr} is not known")
        if node.attr == "pi":
            return 3.141592653589793
        whole = self.value(node.value)
        if isinstance(whole, Tensor):
            if node.attr == "shape":
                return whole.shape
            if node.attr == "T":
                return self.loops.permuted(whole, list(reversed(range(len(whole.shape)))))
            if node.attr == "ndim":
                return len(whole.shape)
        if isinstance(whole, tuple) and node.attr == "values":
            return whole[0]
        raise _cannot(node)

    def call(self, node: ast.Call) -> Any:
        kwargs = {one.arg: self.value(one.value) for one in node.keywords if one.arg not in (None, "dtype", "device", "out")}
        args = [self.value(one) for one in node.args]
        function = node.func
        if isinstance(function, ast.Name):
            if function.id in self.functions:
                own = self.functions[function.id]
                return self.called(own, {**dict(zip([one.arg for one in own.args.args], args)), **kwargs})
            if function.id in ("float", "int", "len", "tuple", "list"):
                return {"float": float, "int": int, "len": len, "tuple": tuple, "list": tuple}[function.id](*args)
            name: str = function.id
        elif isinstance(function, ast.Attribute):
            name = function.attr
            if _library(function.value):
                if isinstance(function.value, (ast.Name, ast.Attribute)) and (name[0].isupper() or name in ("Parameter",)):
                    return self.layer(node, name, args, kwargs)
            elif isinstance(function.value, ast.Name) and function.value.id == "self":
                called = self.self_.get(name)
                if isinstance(called, Layer):
                    return self.applied(node, called, args)
                raise _cannot(node)
            else:
                args = [self.value(function.value), *args]
        else:
            raise _cannot(node)
        return self.function(node, name, args, kwargs)

    def layer(self, node: ast.expr, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        made = Layer(name, args, kwargs)
        if name == "Parameter":
            [value] = args
            return self.weight(value.shape) if isinstance(value, Tensor) else value
        if name == "Linear":
            made.weights = [self.weight((args[1], args[0]))]
            if kwargs.get("bias", args[2] if len(args) > 2 else True):
                made.weights.append(self.weight((args[1],)))
        elif name in ("Conv1d", "Conv2d", "Conv3d"):
            rank = int(name[4])
            size = several(kwargs.get("kernel_size", args[2] if len(args) > 2 else None), rank)
            made.weights = [self.weight((args[1], args[0] // kwargs.get("groups", 1), *size))]
            if kwargs.get("bias", True):
                made.weights.append(self.weight((args[1],)))
        elif name not in LAYERS and name not in ("Sequential", "Identity"):
            raise _cannot(node)
        return made

    def weight(self, shape: Sequence[int]) -> Tensor:
        tensor = Tensor(f"weight_{len(self.inputs)}", tuple(shape))
        self.inputs.append(tensor)
        return tensor

    def applied(self, node: ast.expr, layer: Layer, args: Sequence[Any]) -> Any:
        name, kwargs = layer.name, layer.kwargs
        if name == "Identity":
            return args[0]
        if name == "Sequential":
            value = args[0]
            for one in layer.args:
                value = self.applied(node, one, [value])
            return value
        if name == "Linear":
            return self.function(node, "linear", [args[0], *layer.weights], {})
        if name.startswith("Conv"):
            further = dict(zip(("stride", "padding", "dilation", "groups"), layer.args[3:]))
            further.update({key: value for key, value in kwargs.items() if key not in ("bias", "kernel_size")})
            return self.function(node, "conv", [args[0], *layer.weights], further)
        # The layer leaves the first dimension alone, where the function does not.
        own = [1] if name == "Flatten" and not layer.args else layer.args
        return self.function(node, LAYERS[name], [*args, *own], kwargs)

    def function(self, node: ast.expr, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        loops = self.loops
        first = args[0] if args else None
        axis = kwargs.get("dim", kwargs.get("axis"))
        if name in MADE and not isinstance(first, Tensor):
            shape = kwargs.get("size", first if isinstance(first, tuple) else tuple(args))
            return Tensor("made", tuple(several(shape, 1)))
        if not isinstance(first, Tensor) and not any(isinstance(one, Tensor) for one in args):
            raise _cannot(node)
        known = {"inplace"} if name in UNARY else _KEYWORDS
        if set(kwargs) - known or (name in UNARY and len(args) > 1):
            raise _cannot(node)
        if name in UNARY:
            return loops.each(UNARY[name], first)
        if name in BINARY:
            return loops.each(BINARY[name], first, args[1])
        if name in ("pow", "power"):
            return self.power(first, args[1])
        if name in ("clamp", "clip"):
            low = kwargs.get("min", args[1] if len(args) > 1 else None)
            high = kwargs.get("max", args[2] if len(args) > 2 else None)
            value = first if low is None else loops.each("fmax({0}, {1})", first, low)
            return value if high is None else loops.each("fmin({0}, {1})", value, high)
        if name in ("leaky_relu", "elu"):
            slope = kwargs.get("negative_slope", kwargs.get("alpha", args[1] if len(args) > 1 else None))
            usual = 0.01 if name == "leaky_relu" else 1.0
            form = "({0} > 0 ? {0} : {1} * {0})" if name == "leaky_relu" else "({0} > 0 ? {0} : {1} * (exp({0}) - 1.0f))"
            return loops.each(form, first, usual if slope is None else slope)
        if name == "where":
            return loops.each("({0} != 0 ? {1} : {2})", *args)
        if name in REDUCTIONS:
            if len(args) > 1 and isinstance(args[1], Tensor):
                return loops.each(BINARY["maximum" if name == "max" else "minimum"], first, args[1])
            over = axis if axis is not None else args[1] if len(args) > 1 else None
            keep = kwargs.get("keepdim", kwargs.get("keepdims", args[2] if len(args) > 2 else False))
            made = loops.reduce(name, first, [] if over is None else several(over, 1), bool(keep))
            # PyTorch gives the indices too.
            return (made, None) if over is not None and name in ("max", "min") and not self.is_numpy else made
        if name in MADE_OF:
            is_linalg = "linalg" in ast.dump(node.func) if isinstance(node, ast.Call) else False
            made = loops.made_of(name, first, args[1:], kwargs, self.is_numpy, is_linalg)
            if made is None:
                raise _cannot(node)
            return made
        if name in POOLS:
            takes = ("kernel_size", "stride", "padding")
            given = {**dict(zip(takes, args[1:])), **kwargs}
            if set(given) - set(takes) or len(args) > 4 or "kernel_size" not in given:
                raise _cannot(node)
            return loops.pooling(name, first, given["kernel_size"], given.get("stride"), given.get("padding", 0))
        if name in ("softmax", "log_softmax"):
            over = axis if axis is not None else args[1] if len(args) > 1 else -1
            made = loops.softmax(first, over)
            return made if name == "softmax" else loops.each("log({0})", made)
        if name in ("matmul", "mm", "bmm", "mv", "dot"):
            return loops.product(first, args[1])
        if name == "linear":
            made = loops.product(first, loops.permuted(args[1], [1, 0]))
            return loops.each("{0} + {1}", made, args[2]) if len(args) > 2 and args[2] is not None else made
        if name in ("conv", "conv1d", "conv2d", "conv3d"):
            bias = kwargs.get("bias", args[2] if len(args) > 2 else None)
            further = [*args[3:7], *[None] * (4 - len(args[3:7]))]
            stride, padding, dilation, groups = (
                kwargs.get(key, usual if given is None else given)
                for key, given, usual in zip(("stride", "padding", "dilation", "groups"), further, (1, 0, 1, 1))
            )
            return loops.convolution(first, args[1], bias, stride, padding, dilation, groups)
        named = [axis] if axis is not None and name in ("squeeze", "unsqueeze", "expand_dims", "size") else []
        moved = loops.moved(name, first, [*args[1:], *named], self.is_numpy)
        if moved is None or len(kwargs) > len(named):
            raise _cannot(node)
        return moved


def _method(model: ast.ClassDef, name: str) -> Optional[ast.FunctionDef]:
    return next((one for one in model.body if isinstance(one, ast.FunctionDef) and one.name == name), None)


def _library(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute):
        return _library(node.value)
    return isinstance(node, ast.Name) and node.id in _LIBRARIES


def _loaded(target: ast.expr) -> ast.expr:
    return ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)


def _cannot(node: ast.AST) -> CannotTranslate:
    text = ast.unparse(node)
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    return CannotTranslate(f"line {getattr(node, 'lineno', '?')}: {shown} is not among what is translated")
