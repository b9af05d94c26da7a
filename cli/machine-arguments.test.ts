import { describe, expect, it } from 'vitest';
import { machineOf } from '../src/device/index.ts';
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
