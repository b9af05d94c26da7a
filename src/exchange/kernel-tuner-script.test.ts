import { describe, expect, it } from 'vitest';
import { readTunerScript } from './kernel-tuner-script.ts';

const linesOf = (text: string): readonly string[] | string => {
  const read = readTunerScript(text);
  return read.ok ? read.value.lines : read.message;
};

describe('a script of Kernel Tuner', () => {
  it('is read for its literals: parameters, restrictions, and how the grid is divided', () => {
    const read = readTunerScript(`"""tune_params["none"] = [1]"""
import numpy # tune_params["none"] = [2]
problem_size = (4096, 4096)
tune_params = OrderedDict()
tune_params["block_size_x"] = [16*2**i for i in range(3)]
tune_params['block_size_y'] = [2**i for i in range(6)]
tune_params["tile"] = [1,
                       2, 3]
divide = ["block_size_x", "tile"]
restrict = ["block_size_x==block_size_y*tile",
            'block_size_x * block_size_y <= 1024']
results, env = tune_kernel("sgemm<float>", "sgemm.cu", problem_size, [a, b], tune_params,
    grid_div_x=divide, restrictions=restrict, answer=[None, c])
`);
    expect(read).toEqual({
      ok: true,
      value: {
        kernel: 'sgemm',
        lines: [
          'param block_size_x = pow2(16, 64)',
          'param block_size_y = pow2(1, 32)',
          'param tile = range(1, 3)',
          'require block_size_x == block_size_y * tile',
          'require block_size_x * block_size_y <= 1024',
          'local_size block_size_x, block_size_y',
          'items ((size + block_size_x * tile - 1) / (block_size_x * tile)) * block_size_x, ((size + block_size_y - 1) / (block_size_y)) * block_size_y',
        ],
      },
    });
  });

  it.each([
    ['a dictionary', 'tune_params = {"block_size_x": [32, 64], "n": [3]}'],
    ['dict()', 'tune_params = dict(block_size_x=[32, 64], n=[3])'],
    [
      'another name',
      'p = {}\np["block_size_x"] = [32, 64]\nn = [3]\np["n"] = n\ntune_kernel("k", "k.cu", 8, a, p)',
    ],
  ])('may write its parameters as %s', (_, text) => {
    expect(linesOf(text)).toEqual([
      'param block_size_x = {32, 64}',
      'param n = {3}',
      'local_size block_size_x',
      'items ((size + block_size_x - 1) / (block_size_x)) * block_size_x',
    ]);
  });

  it.each([
    // What is not divided is a block for each element; 256 threads are Kernel Tuner's own.
    ['grid_div_x=[]', ['local_size bx', 'items size * bx']],
    ['grid_div_x=["bx*2"]', ['local_size bx', 'items ((size + (bx*2) - 1) / ((bx*2))) * bx']],
  ])('says the launch by %s', (argument, launch) => {
    const text = `tune_params = {"bx": [32]}\ntune_kernel("k", s, 99, a, tune_params, block_size_names=["bx"], ${argument})`;
    expect(linesOf(text).slice(1)).toEqual(launch);
  });

  it.each([
    ['print(1)', /^It has no dictionary tune_params/],
    ['tune_params = {"a": ["x", "y"]}', /^The parameter a cannot be taken/],
    ['tune_params = {"a": values()}', /^The parameter a cannot be taken/],
    ['tune_params = {"a": [1.5]}', /1\.5 is no whole number/],
    ['tune_params = {"if": [1]}', /^The parameter if cannot be taken/],
    ['tune_params = {**others}', /is no literal/],
    [
      'tune_params = {"a": [1]}\ntune_kernel("k", s, 9, b, tune_params, restrictions=lambda p: p["a"] > 1)',
      /would have to be run/,
    ],
    [
      'tune_params = {"a": [1]}\ntune_kernel("k", s, 9, b, tune_params, restrictions=["b > 1"])',
      /b is no parameter of the file/,
    ],
    [
      'tune_params = {"a": [1]}\ntune_kernel("k", s, 9, b, tune_params, restrictions=["a / 2 > 1"])',
      /divides into fractions/,
    ],
  ])('is refused with the reason: %s', (text, why) => {
    expect(linesOf(text)).toMatch(why);
  });
});
