import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { runCommand } from '../src/testing/commands.ts';

const folder = temporaryFolder();
const KERNEL = `
#pragma tuner param WG = {8, 16, 32, 64}
#pragma tuner param TS = {1, 2, 4, 8}
#pragma tuner array A = size
#pragma tuner array B = size
#pragma tuner local_size WG
#pragma tuner items size / TS
__kernel void scale(__global const float *A, __global float *B, float f) {
  for (int i = 0; i < TS; ++i) B[get_global_id(0) * TS + i] = f * A[get_global_id(0) * TS + i];
}
`;

const fileWith = writingInto(folder);

const kernel = fileWith('scale.cl', KERNEL);
const run = (...args: string[]) =>
  runCommand('next', ['--kernel', kernel, '--size', '4096', '--preset', 'a100', ...args]);

const configuration = v.strictObject({ WG: v.number(), TS: v.number() });
const answerSchema = v.object({
  next: v.array(configuration),
  measured: v.number(),
  failed: v.number(),
  best: v.nullable(v.object({ values: configuration, time_ms: v.number() })),
});

const answerTo = (...args: string[]) => {
  const { stdout, stderr, status } = run('--json', ...args);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return v.parse(answerSchema, JSON.parse(stdout));
};

/** A GPU of three rounds: 64 x 8 does not run. */
const timeOn = ({ WG, TS }: v.InferOutput<typeof configuration>): string =>
  WG * TS >= 512 ? ',too many resources' : `${1 + Math.abs(WG - 32) / 32 + TS / 8},ok`;

it('proposes, reads what was measured, and proposes the rest: three rounds', () => {
  const path = join(folder, 'rounds.csv');
  let table = 'WG,TS,time_ms,status\n';
  const seen = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const { next, measured, failed } = answerTo('--measured', path);
    expect(next).toHaveLength(5);
    expect(measured + failed).toBe(5 * round);
    for (const values of next) {
      const key = `${values.WG},${values.TS}`;
      expect(seen).not.toContain(key);
      seen.add(key);
      table += `${key},${timeOn(values)}\n`;
    }
    writeFileSync(path, table);
  }
  const last = answerTo('--measured', path);
  expect(last.next).toHaveLength(1);
  expect(last.best).toEqual({ values: { WG: 32, TS: 1 }, time_ms: 1.125 });
}, 120_000);

it('proposes nothing that a constraint or the device forbids', () => {
  const text = KERNEL.replace('{8, 16, 32, 64}', '{32, 64, 2048}').replace(
    '#pragma tuner array A',
    '#pragma tuner require WG * TS <= 128\n#pragma tuner array A',
  );
  const asked = `--json --count 20 --size 16384 --preset a100 --kernel`.split(' ');
  const { stdout } = runCommand('next', [...asked, fileWith('forbidden.cl', text)]);
  const { next } = v.parse(answerSchema, JSON.parse(stdout));
  expect(next.map(({ WG, TS }) => WG * TS).toSorted((a, b) => a - b)).toEqual([
    32, 64, 64, 128, 128,
  ]);
});

it('begins with a header alone, and learns from a relative', () => {
  const empty = fileWith('empty.csv', 'WG,TS,time_ms\n');
  expect(answerTo('--measured', empty, '--count', '2').next).toHaveLength(2);
  const relative = fileWith('relative.csv', 'WG,TS,time_ms\n64,8,1\n8,1,3\n16,2,2\n');
  const { next } = answerTo('--prior', relative, '--no-model');
  expect(next).toContainEqual({ WG: 64, TS: 8 });
}, 60_000);

it.each([
  [['--count', '0'], '--count takes a whole number from 1 to 100'],
  [['--script', 'make'], '--script takes one of kernel-tuner'],
  [['--script', 'opencl'], '--script needs --measured FILE'],
  [['--script', 'cuda', '--measured', 'new.csv', '--no-model'], 'The kernel is OpenCL'],
  [['--prior', 'none.csv', '--no-model'], 'there is no file none.csv'],
])('refuses %s', (args, message) => {
  const { stderr, status } = run(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});

it('answers on a pipe, a line for a line', () => {
  const lines = [
    '{"count": 1}',
    '{"measured": [{"values": {"WG": 8, "TS": 1}, "time_ms": 2}, {"values": {"WG": 64, "TS": 8}, "time_ms": null}], "count": 14}',
    '{"measured": [{"values": {"WG": 9, "TS": 1}, "time_ms": 2}]}',
    'no JSON',
  ];
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      '--import',
      'tsx',
      'cli/next.ts',
      '--kernel',
      kernel,
      '--size',
      '4096',
      '--no-model',
      '--serve',
    ],
    { input: lines.join('\n'), encoding: 'utf8' },
  );
  expect(status).toBe(0);
  const [first, second, third, fourth] = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(first).toMatchObject({ next: [{}], best: null });
  const { next } = v.parse(v.object({ next: v.array(configuration) }), second);
  expect(next).toHaveLength(14);
  expect(next).not.toContainEqual({ WG: 64, TS: 8 });
  expect(third).toMatchObject({ error: expect.stringContaining('none of the kernel') });
  expect(fourth).toMatchObject({ error: expect.stringContaining('not a question') });
}, 60_000);

const scriptOf = (tool: string, measured: string): string => {
  const { stdout, stderr } = run('--script', tool, '--measured', measured, '--no-model');
  expect(stderr).toBe('');
  return stdout;
};

/** A module in the place of Kernel Tuner's: a cache's times, and its checks of the arguments. */
const KERNEL_TUNER = `
import json
def tune_kernel(name, source, size, arguments, parameters, **options):
    assert options["simulation_mode"] and "__kernel" in source
    with open(options["cache"]) as file:
        cache = json.load(file)
    assert list(parameters) == cache["tune_params_keys"] and list(size) == cache["problem_size"]
    key = ",".join(str(values[0]) for values in parameters.values())
    return ([cache["cache"][key]] if key in cache["cache"] else []), {}
`;
import { temporaryFolder, writingInto } from '../src/testing/folder.ts';
const NUMPY = 'float64 = float\n';

it("Kernel Tuner's script, simulated, writes what is read back", () => {
  const path = join(folder, 'simulated.csv');
  const script = fileWith('script.py', scriptOf('kernel-tuner', path));
  fileWith('kernel_tuner.py', KERNEL_TUNER);
  fileWith('numpy.py', NUMPY);
  const entries = [8, 16, 32, 64].flatMap((WG) =>
    [1, 2, 4].map((TS) => [`${WG},${TS}`, { WG, TS, time: WG / TS }]),
  );
  const cache = fileWith(
    'cache.json',
    JSON.stringify({
      kernel_name: 'scale',
      problem_size: [4096],
      tune_params_keys: ['WG', 'TS'],
      cache: Object.fromEntries(entries),
    }),
  );
  const { stderr, status } = spawnSync('python3', [script, '--simulate', cache], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(readFileSync(path, 'utf8').split('\n')[0]?.trim()).toBe('WG,TS,time_ms,status');
  const { measured, failed } = answerTo('--measured', path, '--no-model');
  expect(measured + failed).toBe(5);
}, 60_000);

it("pyATF's script is Python", () => {
  const script = fileWith('pyatf.py', scriptOf('pyatf', 'times.csv'));
  const { stderr } = spawnSync('python3', ['-m', 'py_compile', script], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

/** As much of KTT as its program calls; every kernel takes 2 ms. */
const KTT = `
#pragma once
#include <cstdint>
#include <string>
#include <vector>
namespace ktt {
enum class ComputeApi { OpenCL, CUDA };
enum class GlobalSizeType { CUDA };
enum class ArgumentAccessType { ReadWrite };
using ArgumentId = std::string;
using KernelDefinitionId = std::uint64_t;
using KernelId = std::uint64_t;
struct DimensionVector { DimensionVector(std::size_t, std::size_t, std::size_t) {} };
struct KernelResult { bool IsValid() const { return true; } std::uint64_t GetKernelDuration() const { return 2000000; } };
struct Tuner {
  Tuner(int, int, ComputeApi) {}
  void SetGlobalSizeType(GlobalSizeType) {}
  KernelDefinitionId AddKernelDefinition(const std::string&, const std::string&, const DimensionVector&, const DimensionVector&) { return 1; }
  template <typename T> ArgumentId AddArgumentVector(const std::vector<T>&, ArgumentAccessType) { return "a"; }
  template <typename T> ArgumentId AddArgumentScalar(const T&) { return "s"; }
  template <typename T> ArgumentId AddArgumentLocal(std::size_t) { return "l"; }
  void SetArguments(KernelDefinitionId, const std::vector<ArgumentId>& all) { if (all.size() != 3) throw 1; }
  KernelId CreateSimpleKernel(const std::string&, KernelDefinitionId) { return 1; }
  KernelResult Run(KernelId, const std::vector<int>&, const std::vector<int>&) { return {}; }
};
}
`;

it("KTT's program, compiled against a part of its interface, writes what is read back", () => {
  const path = join(folder, 'ktt.csv');
  const source = fileWith('ktt.cpp', scriptOf('ktt', path));
  fileWith('Ktt.h', KTT);
  const made = spawnSync('g++', ['-std=c++17', '-I', folder, source, '-o', join(folder, 'ktt')], {
    encoding: 'utf8',
  });
  expect(made.stderr).toBe('');
  expect(spawnSync(join(folder, 'ktt')).status).toBe(0);
  expect(answerTo('--measured', path, '--no-model')).toMatchObject({
    measured: 5,
    best: { time_ms: 2 },
  });
}, 60_000);

it('looks at what it proposed and was measured once, among very many', () => {
  const gemm = fileURLToPath(new URL('../scripts/bench/kernels/gemm.cl', import.meta.url));
  const asked = (...args: string[]): string =>
    runCommand('next', ['--kernel', gemm, '--preset', 'a100', '--no-model', ...args]).stdout;
  const { next } = v.parse(
    v.object({ next: v.array(v.record(v.string(), v.number())) }),
    JSON.parse(asked('--json')),
  );
  const names = Object.keys(next[0] ?? {});
  const rows = next.map((each, time) => [...names.map((name) => each[name]), 1 + time].join());
  const path = fileWith('gemm.csv', [[...names, 'time_ms'].join(), ...rows].join('\n'));
  const lookedAt = (said: string): string | undefined => /(\S+) are looked at/.exec(said)?.[1];
  const begun = lookedAt(asked());
  expect(begun).toBeDefined();
  expect(lookedAt(asked('--measured', path))).toBe(begun);
});
