import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceStep } from '../../device/index.ts';
import { BARRIER, deviceProgram, devicePrograms, segment } from '../../testing/device-programs.ts';
import {
  encodeProgram,
  MOST_PROGRAM_STEPS,
  programFile,
  unrunnable,
  wavesOf,
} from './program-table.ts';

/** Unfolds the steps of an encoded program, as the model does. */
function decoded(words: Int32Array): DeviceStep[] {
  const steps: DeviceStep[] = [];
  for (let at = 4; at < words.length;) {
    const [first = 0, second = 0] = words.subarray(at);
    if (first < 0) {
      const before = steps.slice(first);
      for (let time = 0; time < second; time += 1) steps.push(...before);
      at += 2;
    } else if (first === 0) {
      steps.push(BARRIER);
      at += 1;
    } else {
      const [times = 0, port = 0, l2 = 0, latency = 0, issue = 0, chain = 0] = words.subarray(at);
      steps.push(segment({ times, port, l2, latency, issue, chain }));
      at += 6;
    }
  }
  return steps;
}

describe('a program in words', () => {
  it('is the same when it is unfolded', () => {
    fc.assert(
      fc.property(devicePrograms, (program) => {
        const words = encodeProgram(program);
        const { groups, waves } = wavesOf(program);
        expect([...words.subarray(0, 4)]).toEqual([program.warps, groups, waves, words.length - 4]);
        expect(decoded(words)).toEqual(program.steps);
      }),
    );
  });

  it('is short where its steps come round', () => {
    const body = [segment({ port: 3 }), BARRIER, segment({ issue: 5, times: 2 })];
    const steps = Array.from({ length: 32 }, () => body).flat();
    expect(encodeProgram(deviceProgram(steps)).length).toBeLessThan(24);
  });

  it('is refused where the model has no room for it, or it is no program', () => {
    const many = Array.from({ length: MOST_PROGRAM_STEPS + 1 }, () => BARRIER);
    expect(unrunnable(deviceProgram(many))).toContain(`${many.length} steps`);
    expect(unrunnable(deviceProgram([], { resident: 0 }))).toContain('no warps');
    expect(unrunnable(deviceProgram([], { warps: 64, resident: 100, groups: 100 }))).toContain(
      'warps at once',
    );
    expect(unrunnable(deviceProgram([segment({ times: 0 })]))).toContain('no number of cycles');
    expect(unrunnable(deviceProgram([segment({ port: 0.5 })]))).toContain('no number of cycles');
    expect(unrunnable(deviceProgram([segment({ times: 2 ** 30 })]))).toContain('events');
    expect(unrunnable(deviceProgram([segment({ port: 2 ** 31 - 1 })]))).toBeUndefined();
  });
});

describe('a file of programs', () => {
  it('has its rows in the order of their keys, and equal programs once', () => {
    const words = encodeProgram(deviceProgram([segment({ port: 3 })]));
    const other = encodeProgram(deviceProgram([segment({ port: 4 })]));
    const rows = [
      { key: [2, 1], words },
      { key: [-1, 7], words: other },
      { key: [2, 0], words },
    ];
    const bytes = programFile(rows, 2);
    const read = new Int32Array(bytes.buffer);
    const [, length = 0, parameters, count] = read;
    expect(length).toBe(read.length);
    expect([parameters, count]).toEqual([2, 3]);
    const index = [0, 1, 2].map((row) => [...read.subarray(4 + 3 * row, 7 + 3 * row)]);
    expect(index.map((row) => row.slice(0, 2))).toEqual([
      [-1, 7],
      [2, 0],
      [2, 1],
    ]);
    const [first = 0, second = 0, third = 0] = index.map((row) => row[2]);
    expect(second).toBe(third);
    expect([...read.subarray(first, first + other.length)]).toEqual([...other]);
    expect([...read.subarray(second, second + words.length)]).toEqual([...words]);
    expect(read.length).toBe(4 + 9 + words.length + other.length);
  });
});
