import { type Scalar } from '../front/scalar.ts';
import type { Batch, BatchArgument } from './batch.ts';
import { outcomeOf, Refused } from './refused.ts';
import type { Script } from './script.ts';

/** NumPy's names. */
const DTYPES: Readonly<Record<Scalar, string | undefined>> = {
  bool: 'bool_',
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  long: 'int64',
  ulong: 'uint64',
  half: 'float16',
  float: 'float32',
  double: 'float64',
  pointer: undefined,
};

function argumentOf(argument: BatchArgument): readonly [string, string, number] {
  if (argument.kind === 'local')
    throw new Refused(
      'An argument in local memory cannot be passed by this tool: declare the array in the kernel.',
    );
  const isArray = argument.kind === 'array';
  const dtype = DTYPES[isArray ? argument.element : argument.type];
  if (dtype === undefined) throw new Refused('A pointer inside of an array cannot be passed.');
  return isArray ? ['array', dtype, argument.count] : ['number', dtype, argument.value];
}

/** JSON that Python reads as its own: no booleans, no null. */
const literal = (value: unknown): string => JSON.stringify(value);

/** These tools make macros of all parameters, which no template's may be. */
function withMacros(batch: Batch): Batch {
  const [run] = batch.runs;
  const name = Object.keys(run?.values ?? {}).find((each) => run?.defines[each] === undefined);
  if (name === undefined) return batch;
  throw new Refused(
    `${name} is a parameter of the kernel's template, which this tool would replace by a number; take cuda.`,
  );
}

const head = ({ kernel, file, runs }: Batch, tool: string): string =>
  `#!/usr/bin/env python3
"""Measures ${runs.length} configurations of ${kernel} with ${tool}, and adds their times to a table.

The contents of arrays are made up. Where the kernel's time hangs on them, fill them in data().
"""
import csv
import os
import sys

import numpy as np

FILE = ${literal(file)}
`;

const body = ({ text, runs }: Batch): string =>
  `SOURCE = ${literal(text)}
RUNS = [
${runs
  .map(
    ({ values, entry, local, groups, arguments: all }) =>
      `    {"values": ${literal(values)}, "kernel": ${literal(entry)}, "local": ${literal(local)}, "groups": ${literal(groups)}, "arguments": ${literal(all.map(argumentOf))}},`,
  )
  .join('\n')}
]


def data(place, dtype, count):
    """The contents of the array argument at a place."""
    if np.issubdtype(np.dtype(dtype), np.floating):
        return np.random.default_rng(place).random(count).astype(dtype)
    return (np.arange(count) % 7).astype(dtype)


def arguments(run):
    return [
        data(place, dtype, value) if kind == "array" else np.dtype(dtype).type(value)
        for place, (kind, dtype, value) in enumerate(run["arguments"])
    ]


def add(values, time_ms, status):
    """Adds a row to the table; a table that is there keeps its columns."""
    names = [*values, "time_ms", "status"]
    is_new = not os.path.exists(FILE) or os.path.getsize(FILE) == 0
    if not is_new:
        with open(FILE, newline="", encoding="utf-8") as table:
            names = next(csv.reader(table))
        missing = [name for name in ("time_ms", *values) if name not in names]
        if missing:
            sys.exit(f"{FILE} has no column {missing[0]}: name another file")
    with open(FILE, "a", newline="", encoding="utf-8") as table:
        writer = csv.DictWriter(table, names, extrasaction="ignore", restval="")
        if is_new:
            writer.writeheader()
        writer.writerow({**values, "time_ms": "" if time_ms is None else repr(time_ms), "status": status})
`;

const MAIN = `

def main():
    for run in RUNS:
        try:
            time_ms, status = measure(run), "ok"
        except Exception as error:  # a configuration that fails is a result too
            time_ms, status = None, " ".join(f"{type(error).__name__}: {error}".split())[:120]
        add(run["values"], time_ms, status)
        print(run["values"], status if time_ms is None else f"{time_ms:.6g} ms")


if __name__ == "__main__":
    main()
`;

const KERNEL_TUNER = `import json

from kernel_tuner import tune_kernel

BLOCK = ["OVERTIME_BLOCK_X", "OVERTIME_BLOCK_Y", "OVERTIME_BLOCK_Z"]


def measure(run):
    """Milliseconds; with --simulate CACHE as a cache file of Kernel Tuner has them."""
    parameters = {name: [value] for name, value in run["values"].items()}
    if "--simulate" in sys.argv:
        path = sys.argv[sys.argv.index("--simulate") + 1]
        with open(path, encoding="utf-8") as file:
            cache = json.load(file)
        known = {name: parameters[name] for name in cache["tune_params_keys"]}
        size = cache["problem_size"]
        results, _ = tune_kernel(
            cache["kernel_name"], SOURCE, tuple(size) if isinstance(size, list) else size, [], known,
            lang=LANGUAGE, cache=path, simulation_mode=True, quiet=True)
    else:
        block = dict(zip(BLOCK, ([size] for size in run["local"])))
        results, _ = tune_kernel(
            run["kernel"], SOURCE, tuple(int(size) for size in run["groups"]), arguments(run), {**parameters, **block},
            grid_div_x=[], grid_div_y=[], grid_div_z=[], block_size_names=BLOCK,
            lang=LANGUAGE, iterations=7, quiet=True)
    if not results:
        raise RuntimeError("it did not run")
    return float(results[0]["time"])
`;

const PYATF = `from pyatf.cost_functions import opencl


def measure(run):
    """Milliseconds, the mean of seven runs after one."""
    kernel = opencl.Kernel(opencl.source(SOURCE), run["kernel"])
    sizes = [groups * local for groups, local in zip(run["groups"], run["local"])]
    cost = (
        opencl.CostFunction(kernel).silent(True).platform_id(0).device_id(0)
        .kernel_args(*arguments(run)).global_size(*map(int, sizes)).local_size(*run["local"])
        .warmups(1).evaluations(7)
    )
    return cost(run["values"]) / 1e6
`;

export const KERNEL_TUNER_SCRIPT = {
  id: 'kernel-tuner',
  label: 'Kernel Tuner',
  help: 'Python with kernel_tuner; --simulate CACHE takes the times of a cache file',
  ending: '.py',
  type: 'text/x-python',
  write: (batch) =>
    outcomeOf(() => {
      const language = batch.language === 'cuda' ? 'CUPY' : 'OpenCL';
      return `${head(batch, 'Kernel Tuner')}LANGUAGE = "${language}"\n${body(withMacros(batch))}\n\n${KERNEL_TUNER}${MAIN}`;
    }),
} as const satisfies Script;

export const PYATF_SCRIPT = {
  id: 'pyatf',
  label: 'pyATF',
  help: 'Python with pyatf and pyopencl',
  ending: '.py',
  type: 'text/x-python',
  write: (batch) =>
    outcomeOf(() => {
      if (batch.language === 'cuda')
        throw new Refused('pyATF is written for OpenCL here, and the kernel is CUDA.');
      return `${head(batch, 'pyATF')}${body(batch)}\n\n${PYATF}${MAIN}`;
    }),
} as const satisfies Script;
