"""Times every configuration of the kernels beside it with CuPy: python3 measure.py FOLDER [KERNEL...]

A table for each kernel comes into FOLDER: the median of eight runs, four in each of two orders.
"""

import csv
import itertools
import pathlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import cupy

KERNELS = pathlib.Path(__file__).parent / "kernels"


def ceil(a, b):
    return -(-a // b)


# Numbers of each array (written ones first), threads of a block, blocks.
LAUNCHES = {
    "matmul": ([2048**2] * 3, lambda v: (v["block_size_x"], v["block_size_y"]),
               lambda v: (2048 // v["tile_size_x"] // v["block_size_x"], 2048 // v["tile_size_y"] // v["block_size_y"])),
    "conv": ([4096**2, 4102**2, 49], lambda v: (v["block_size_x"], v["block_size_y"]),
             lambda v: (ceil(4096, v["block_size_x"] * v["tile_size_x"]), ceil(4096, v["block_size_y"] * v["tile_size_y"]))),
    "transpose": ([8192**2] * 2, lambda v: (v["tile"], v["rows"]), lambda v: (8192 // v["tile"], 8192 // v["tile"])),
    "sum": ([1, 2**26], lambda v: (v["block"],), lambda v: (2**26 // v["per_thread"] // v["block"],)),
    "nbody": ([4 * 16384] * 2, lambda v: (v["block"],), lambda v: (16384 // v["per_thread"] // v["block"],)),
    "axpy": ([2**26] * 2, lambda v: (v["block"],),
             lambda v: (2**26 // v["vec_width"] // v["per_thread"] // v["block"],)),
    "gemv": ([8192, 8192**2, 8192], lambda v: (v["lanes"], v["rows"]), lambda v: (1, 8192 // v["rows"])),
    "softmax": ([16384 * 1024] * 2, lambda v: (v["block"], v["rows_of_block"]),
                lambda v: (1, 16384 // v["rows_of_block"])),
    "stencil": ([256**3] * 2, lambda v: (v["block_size_x"], v["block_size_y"]),
                lambda v: (256 // v["block_size_x"], 256 // v["block_size_y"], 256 // v["planes"])),
}


def configurations(text):
    values = {name: [int(each) for each in some.split(",")]
              for name, some in re.findall(r"#pragma tuner param (\w+) = \{(.*)\}", text)}
    constraints = [each.replace("||", " or ").replace("&&", " and ")
                   for each in re.findall(r"#pragma tuner require (.*)", text)]
    for chosen in itertools.product(*values.values()):
        one = dict(zip(values, chosen))
        if all(eval(each, {}, dict(one)) for each in constraints):
            yield one


def compiled(name, text, values):
    options = tuple(f"-D{key}={value}" for key, value in values.items()) + ("--std=c++17",)
    try:
        return cupy.RawModule(code=text, options=options).get_function(name)
    except Exception as error:
        return str(error)


def measure(name, folder):
    text = (KERNELS / f"{name}.cu").read_text()
    counts, block, grid = LAUNCHES[name]
    arrays = tuple(cupy.random.random(count, dtype=cupy.float32) for count in counts)
    every = list(configurations(text))
    with ThreadPoolExecutor() as pool:
        functions = list(pool.map(lambda values: compiled(name, text, values), every))
    began, ended = cupy.cuda.Event(), cupy.cuda.Event()
    times = [[] for _ in every]
    for order in (range(len(every)), reversed(range(len(every)))):
        for at in order:
            if isinstance(functions[at], str):
                continue
            launch = (grid(every[at]), block(every[at]), arrays)
            try:
                functions[at](*launch)
                cupy.cuda.Device().synchronize()
                for _ in range(4):
                    began.record()
                    functions[at](*launch)
                    ended.record()
                    ended.synchronize()
                    times[at].append(cupy.cuda.get_elapsed_time(began, ended))
            except Exception as error:
                functions[at] = str(error)
    with open(pathlib.Path(folder) / f"{name}.csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow([*every[0], "time_ms", "status"])
        for values, found, function in zip(every, times, functions):
            failed = isinstance(function, str)
            middle = "" if failed else f"{sorted(found)[len(found) // 2]:.6g}"
            table.writerow([*values.values(), middle, function.splitlines()[0][:100] if failed else "ok"])


for kernel in sys.argv[2:] or LAUNCHES:
    measure(kernel, sys.argv[1])
