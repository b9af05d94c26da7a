import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { machineOf } from '../src/device/index.ts';
import { runCommand } from '../src/testing/commands.ts';
import { readArguments } from './tune-arguments.ts';

const read = (words: string) => readArguments(words.split(' '));

describe('a machine on the command line', () => {
  it('is the usual one of the device semantics', () => {
    const { machine, constants } = read('--semantics device');
    expect(machine).toEqual(machineOf('a100').machine);
    expect(constants).toMatchObject({ NU: 108, NS: 4, WR: 32 });
    expect(read('--semantics opencl').constants).toMatchObject({ NU: 2 });
  });

  it('is named by a preset, beside which a constant wins', () => {
    const typed = '--semantics device --preset mi250x --ns 2 --l1-latency 77 --l2-width 12.5';
    const { machine, constants } = read(typed);
    expect(machine).toEqual({
      ...machineOf('mi250x').machine,
      schedulers: 2,
      l1Latency: 77,
      l2Width: 12.5,
    });
    expect(constants).toMatchObject({ NU: 110, NS: 2, WR: 64 });
  });

  it('has options for how long a scheduler takes, which memory of verifiers is none of', () => {
    const typed = read('--semantics device --memory-cycles 3 --memory 500');
    expect(typed.machine.memory).toBe(3);
    expect(typed.memory).toBe(500);
  });

  it.each([
    ['--semantics device --preset nothing', 'there is no nothing; there are paper'],
    ['--semantics device --l1-latency 1.5', '--l1-latency: l1Latency must be a whole number'],
    ['--semantics device --line 2', '--line: line must be from 4 to 65536 bytes; it is 2'],
    ['--semantics device --clock fast', '--clock: clock must be a number of GHz'],
    ['--line 64', '--line is of the device semantics: add --semantics device'],
  ])('is refused: %s', (words, message) => {
    expect(() => read(words)).toThrow(message);
  });
});

describe('a machine in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-machine-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const fileWith = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const path = fileWith(
    'gpu.txt',
    'NVIDIA GeForce RTX 3080\nSMs: 68\nBoost clock: 1.71 GHz\nMemory bandwidth: 760 GB/s\n',
  );
  const USED = `--semantics device --machine-from ${path}`;

  it('is its relative but for what it says, and typed numbers win', () => {
    const { machine, constants, described } = read(`${USED} --clock 1.8 --ns 2`);
    expect(machine).toEqual({
      ...machineOf('rtx3090').machine,
      units: 68,
      schedulers: 2,
      clock: 1.8,
      bandwidth: 760,
    });
    expect(constants).toMatchObject({ NU: 68, NS: 2, WR: 32 });
    expect(described?.words).toEqual([
      'NVIDIA GeForce RTX 3080, by data sheet: 68 units, clock 1.71 GHz, bandwidth 760 GB/s.',
      'The rest is of the RTX 3090, the nearest of its family, Ampere.',
      'Nobody said the size of the second cache: as of the RTX 3090 it is taken.',
    ]);
  });

  it.each([
    [`${USED} --preset a100`, '--machine-from and --preset exclude each other'],
    [`--semantics opencl --machine-from ${path}`, '--machine-from is of the device semantics'],
    [`--semantics device --machine-from ${path}.no`, 'there is no file'],
    [`${USED} --robust`, '--machine-from is for one platform'],
    [
      `--semantics device --machine-from ${fileWith('no.txt', 'nothing')}`,
      'no.txt: It says nothing of a GPU',
    ],
  ])('is refused: %s', (words, message) => {
    expect(() => read(words)).toThrow(message);
  });

  it('goes into an export, whatever the order of its constants', { timeout: 120_000 }, () => {
    const to = join(folder, 'exported');
    const radeon = fileWith('radeon.txt', 'AMD Radeon RX 7900 XTX\nCompute units: 96\n');
    const { status, stderr } = runCommand('export', [
      '--kernel',
      'sum',
      '--semantics',
      'device',
      '--machine-from',
      radeon,
      '--to',
      to,
    ]);
    expect(stderr).toContain('The rest is of the Radeon Pro W7800');
    expect(status).toBe(0);
    const problem = readFileSync(join(to, 'problem.overtime.json'), 'utf8');
    expect(problem).toContain('"units": "96"');
    expect(problem).toContain(`"clock": "${machineOf('w7800').machine.clock}"`);
  });

  it('is told on standard error, by next as by tune', { timeout: 60_000 }, () => {
    const { stdout, stderr, status } = runCommand('next', [
      '--kernel',
      'sum',
      '--machine-from',
      path,
      '--no-model',
      '--json',
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toHaveProperty('next');
    expect(stderr.split('\n')).toEqual([...(read(USED).described?.words ?? []), '']);
  });
});
