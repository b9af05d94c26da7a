import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { ALL_MACHINE_FIELDS, MACHINES, machineOf } from '../../device/index.ts';
import { exampleText } from '../../testing/engine.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { derive } from '../derive.ts';
import {
  labelIn,
  machineSettingsSchema,
  presetIn,
  readMachine,
  USUAL_MACHINE_SETTINGS,
  withMachineValue,
} from './machine-settings.ts';
import { firstSettings, sameProblem } from './settings.ts';

const parser = await createNodeKernelParser();
const usual = firstSettings(exampleText);

test('a machine is that of its preset, but for what was typed', () => {
  for (const { id, machine } of MACHINES) {
    expect(readMachine({ preset: id, changed: {} })).toEqual({ machine, problems: {} });
    const changed = { memoryLatency: ' 700 ', clock: '1.25', compiler: 'branches' };
    expect(readMachine({ preset: id, changed }).machine).toEqual({
      ...machine,
      memoryLatency: 700,
      clock: 1.25,
      compiler: 'branches',
    });
  }
});

test('what is out of its range is told at its field, and nothing is tuned with it', () => {
  const changed = { units: '0', line: '64.5', memoryLatency: 'many' };
  const { machine, problems } = readMachine({ preset: 'a100', changed });
  expect(machine).toBeUndefined();
  expect(Object.keys(problems)).toEqual(['units', 'line', 'memoryLatency']);
  const { derived, problem } = derive(
    { ...usual, semantics: 'device', machine: { preset: 'a100', changed } },
    parser,
  );
  expect(derived.machineProblems).toEqual(problems);
  expect(problem).toBeUndefined();
  // In another semantics it is no matter.
  expect(derive({ ...usual, machine: { preset: 'a100', changed } }, parser).problem).toBeDefined();
});

test('a value that is that of the preset is no change', () => {
  const { memoryLatency } = machineOf('mi50').machine;
  const settings = { preset: 'mi50', changed: {} };
  const changed = withMachineValue(settings, 'memoryLatency', '1');
  expect(changed.changed).toEqual({ memoryLatency: '1' });
  expect(withMachineValue(changed, 'memoryLatency', ` ${memoryLatency}`)).toEqual(settings);
  expect(withMachineValue(changed, 'memoryLatency', undefined)).toEqual(settings);
});

test('a described machine keeps its name while its constants change, and no name is another question', () => {
  const plain = { preset: 'rtx3090', changed: { units: '76' } };
  const named = v.parse(machineSettingsSchema, { ...plain, name: 'RTX 4080' });
  expect(labelIn(plain)).toBe('RTX 3090');
  expect(labelIn(withMachineValue(named, 'clock', '2.5'))).toBe('RTX 4080');
  expect(readMachine(named)).toEqual(readMachine(plain));
  const on = { ...usual, semantics: 'device' as const };
  expect(sameProblem({ ...on, machine: named }, { ...on, machine: plain })).toBe(true);
});

test('the machine takes the place of the constants of the platform', () => {
  const machine = { preset: 'gtx480', changed: { schedulers: '4' } };
  const problem = derive({ ...usual, semantics: 'device', machine }, parser).problem;
  expect(problem?.constants).toMatchObject({ ND: 1, NU: 15, NS: 4, WR: 32, size: 32 });
  expect(problem?.machine).toMatchObject({ schedulers: 4, residentGroups: 8 });
});

test('it matters to the device semantics alone whether two machines are the same', () => {
  const other = { ...usual, machine: { preset: 'gtx480', changed: {} } };
  expect(sameProblem(usual, other)).toBe(true);
  const on = { ...usual, semantics: 'device' as const };
  expect(sameProblem(on, { ...on, machine: USUAL_MACHINE_SETTINGS })).toBe(true);
  expect(sameProblem(on, { ...on, machine: other.machine })).toBe(false);
});

test('whatever is kept amounts to a machine or to problems', () => {
  expect(presetIn({ preset: 'of a later page', changed: {} }).id).toBe('a100');
  const names = fc.oneof(
    fc.constantFrom(...ALL_MACHINE_FIELDS.map(({ name }) => name)),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.string(), fc.dictionary(names, fc.string()), (preset, changed) => {
      const parsed = v.safeParse(machineSettingsSchema, { preset, changed });
      if (!parsed.success) return;
      const { machine, problems } = readMachine(parsed.output);
      expect(machine === undefined).toBe(Object.keys(problems).length > 0);
    }),
  );
});
