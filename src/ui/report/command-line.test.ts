import { expect, it } from 'vitest';
import { readArguments } from '../../../cli/tune-arguments.ts';
import { questionOf } from '../../session/question.ts';
import { EXAMPLE_LIST } from '../../session/example-list.ts';
import { exampleSettings, type Settings } from '../../session/kept/settings.ts';
import { exampleText } from '../../testing/engine.ts';
import { commandLine } from './command-line.ts';

const settingsOf = (id: string): Settings => ({
  ...exampleSettings(id, exampleText(id)),
  level: 'auto',
  method: 'bisection',
});
const wordsOf = (command: string): string[] => command.split(' -- ')[1]?.split(' ') ?? [];

it.each(EXAMPLE_LIST.map(({ id }) => id))(
  'the command line of %s asks what the page asks',
  (id) => {
    const settings = settingsOf(id);
    const { command, before } = commandLine(questionOf(settings, 'k'), settings, ['k']);
    expect(before).toBeUndefined();
    const read = readArguments(wordsOf(command));
    expect(read.kernel).toBe(id);
    expect(read.semantics).toBe(settings.semantics);
    expect(read.constants.size).toBe(Number(settings.constants.size));
    if (settings.semantics !== 'device')
      expect(read.constants.GMT).toBe(Number(settings.constants.GMT));
  },
);

it('has own kernels saved first, and tells limits, machines and which kernel', () => {
  const settings: Settings = {
    ...settingsOf('pnpoly'),
    kernelText: 'kernel void b() {}',
    machine: { preset: 'p104', changed: { units: '7', l1Latency: '31', memory: '2' } },
    limits: { memoryMB: 512 },
    method: 'branch-and-bound',
  };
  const { command, before } = commandLine(questionOf(settings, 'b'), settings, ['a', 'b']);
  expect(before).toContain('kernel.cl');
  const read = readArguments(wordsOf(command));
  expect(read).toMatchObject({
    kernel: 'kernel.cl',
    kernelName: 'b',
    memory: 512,
    task: 'branch-and-bound',
    machine: { l1Latency: 31, memory: 2 },
    constants: { NU: 7 },
  });
});
