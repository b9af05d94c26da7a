"""An adapter for harnesses in the manner of KernelBench: a candidate and a reference in, a verdict out.

    from overtime_harness import judge
    report = judge(cuda_text, reference_text, sizes={"batch_size": 2, "dim": 5})
    report.require()

The reference is a module in PyTorch (a class Model with forward, get_inputs) or a function in NumPy. What
it computes is turned into a plain function, without running it and without either library: elementwise
operations, reductions, matrix products, convolutions and softmax, on shapes that are known. Anything else
raises CannotTranslate, which says where: pass a plain kernel as `plain` instead. Sizes are small, since all
inputs are looked at: constants of the module are cut to `most`, but for those in `sizes`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

import overtime
from overtime_translate import CannotTranslate, count_of, translate

__all__ = ["CannotTranslate", "judge", "kernel_text", "plain_reference", "translate"]

#: Inputs of all contents together that are looked at one by one; of more, one is made up.
MOST_INPUTS = 2000

_LENGTHS = re.compile(r"^(?:n|N|size|numel|num_elements|n_elements|total|total_size|length|len)$")


@dataclass(frozen=True)
class Parameter:
    name: str
    is_pointer: bool
    is_output: bool


def kernel_text(candidate: str) -> str:
    """The device code of a candidate: itself, or the strings of a Python module that have kernels."""
    try:
        module = ast.parse(candidate)
    except SyntaxError:
        return candidate
    texts = [
        node.value
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(r"__global__|__kernel\b", node.value)
    ]
    if not texts:
        raise CannotTranslate("the candidate has no string with a kernel")
    return "\n".join(texts)


def parameters(text: str, kernel: Optional[str] = None) -> tuple[str, Sequence[Parameter]]:
    """The name and the parameters of its kernel, in order."""
    clean = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    head = re.compile(r"(?:__global__|__kernel|\bkernel)\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?void\s+(?:__launch_bounds__\s*\([^)]*\)\s*)?(\w+)\s*\(([^)]*)\)")
    found = [match for match in head.finditer(clean) if kernel in (None, match[1])]
    if len(found) != 1:
        names = ", ".join(match[1] for match in head.finditer(clean)) or "none"
        raise CannotTranslate(f"one kernel is compared; the text has {names}: name it by kernel=")
    [match] = found
    made = []
    for part in filter(None, (each.strip() for each in match[2].split(","))):
        name = re.findall(r"\w+", part)[-1]
        is_pointer = "*" in part
        made.append(Parameter(name, is_pointer, is_pointer and not re.search(r"\bconst\b", part)))
    return match[1], made


def plain_reference(
    reference: str,
    given: Sequence[Parameter],
    *,
    sizes: Optional[Mapping[str, int]] = None,
    arguments: Optional[Mapping[str, int]] = None,
    most: int = 4,
    span: int = 1,
) -> str:
    """The reference as a plain function in C, whose arrays are those of the candidate's kernel.

    given: the parameters of the kernel; inputs are its pointers to const in the order of forward's, and
    the result is the other. arguments: values of its numbers; a length is the number of elements of the
    result. span: contents are the integers from -span to span.
    """
    made = translate(reference, sizes=sizes or {}, most=most)
    ins = [one.name for one in given if one.is_pointer and not one.is_output]
    outs = [one.name for one in given if one.is_output]
    if len(ins) != len(made.inputs) or len(outs) != 1:
        raise CannotTranslate(
            f"the reference has {len(made.inputs)} arrays and a result, and the kernel {len(ins)} pointers to const and {len(outs)} others"
        )
    far = _far(reference)
    shift = f"{far} * (FAR == 1) - {far} * (FAR == 2)"
    lines = ["#pragma tuner param FAR = {0, 1, 2}"]
    left = MOST_INPUTS
    for name, (own, shape) in zip(ins, made.inputs):
        count = count_of(shape)
        lines.append(f"#pragma tuner array {name} = {count}")
        every = (2 * span + 1) ** count
        if every <= left:
            left //= every
            ends = [f"{shift} {sign} {span} * (FAR == 0)" for sign in "-+"]
            lines.append(f"#pragma tuner input {name}[i] = any({', '.join(ends)})")
        else:
            lines.append(f"#pragma tuner input {name}[i] = (i * 37 + {len(lines)}) % 7 - 3 + {shift}")
    lines.append(f"#pragma tuner array {outs[0]} = {count_of(made.shape)}")
    numbers = dict(arguments or {})
    for one in given:
        if one.is_pointer:
            continue
        value = numbers.pop(one.name, made.constants.get(one.name))
        if value is None and _LENGTHS.match(one.name):
            value = count_of(made.shape)
        if value is None:
            raise CannotTranslate(f"what is {one.name} of the kernel? Say arguments={{{one.name!r}: ...}}")
        lines.append(f"#pragma tuner value {one.name} = {value}")
    if numbers:
        raise CannotTranslate(f"the kernel has no argument {next(iter(numbers))}")
    heads = [f"const float *{name}" for name in ins] + [f"float *{outs[0]}"]
    body = made.body(dict(zip([own for own, _ in made.inputs], ins)), outs[0])
    return "\n".join([*lines, f"void plain({', '.join(heads)}) {{", body, "}", ""])


def _far(reference: str) -> int:
    """Beyond what the reference, or a function that it calls, compares with."""
    functions = [node for node in ast.walk(ast.parse(reference)) if isinstance(node, ast.FunctionDef)]
    numbers = [
        abs(node.value)
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    ]
    return int(max([6, *(each for each in numbers if each <= 60)])) + 2


def judge(
    candidate: str,
    reference: Optional[str] = None,
    *,
    plain: Optional[str] = None,
    kernel: Optional[str] = None,
    sizes: Optional[Mapping[str, int]] = None,
    arguments: Optional[Mapping[str, int]] = None,
    most: int = 4,
    launch: Optional[str] = None,
    tolerance: float = 1e-4,
    **options: Any,
) -> overtime.Report:
    """Whether a candidate is right beside a reference: see `plain_reference` and `overtime.check`.

    candidate: CUDA or OpenCL C, or a Python module with it in a string, as for load_inline.
    plain: a plain kernel or function instead of a reference in Python.
    launch: as between <<< and >>>, where the text has none.

    Raises CannotTranslate where the reference cannot be turned into a plain function.
    """
    text = kernel_text(candidate)
    name, given = parameters(text, kernel)
    if (plain is None) == (reference is None):
        raise overtime.BadInput("give a reference or a plain one, and not both")
    if plain is None:
        plain = plain_reference(reference or "", given, sizes=sizes, arguments=arguments, most=most)
    return overtime.check(
        text, kernel=name, reference=plain, tolerance=tolerance, launch=launch, **options
    )

