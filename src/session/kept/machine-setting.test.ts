import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { machineOf, USUAL_MACHINE } from '../../device/index.ts';
import { exampleText } from '../../testing/engine.ts';
import {
  machineSchema,
  machineSettings,
  readMachine,
  withMachineNumber,
} from './machine-setting.ts';
import { firstSettings, sameProblem } from './settings.ts';

const settings = firstSettings(exampleText);

describe('the machine of the settings', () => {
  it('is the usual one where none is chosen', () => {
    expect(readMachine(settings.machine)).toEqual({
      machine: machineOf(USUAL_MACHINE).machine,
      problems: {},
    });
  });

  it('brings its units, schedulers and lanes along', () => {
    const chosen = machineSettings('mi250x', settings.constants);
    expect(chosen?.constants).toMatchObject({ NU: '110', NS: '4', WR: '64', size: '32' });
    expect(machineSettings('nothing', settings.constants)).toBeUndefined();
  });

  it('has numbers of its own, as typed, and says which of them do not do', () => {
    const changed = withMachineNumber(undefined, 'l1Latency', ' 40 ');
    expect(readMachine(changed).machine?.l1Latency).toBe(40);
    const wrong = withMachineNumber(changed, 'line', 'x');
    expect(readMachine(wrong)).toEqual({
      problems: { line: 'line must be a whole number of bytes' },
    });
    expect(withMachineNumber(wrong, 'line', undefined)).toEqual(changed);
  });

  it('makes another problem in the device semantics alone', () => {
    const other = { ...settings, machine: withMachineNumber(undefined, 'l1Latency', '40') };
    expect(sameProblem(settings, other)).toBe(true);
    const device = { ...settings, semantics: 'device' } as const;
    expect(sameProblem(device, { ...other, semantics: 'device' })).toBe(false);
    const same = { ...device, machine: withMachineNumber(undefined, 'l1Latency', '33') };
    expect(sameProblem(device, same)).toBe(true);
  });

  it('is read from what was kept as far as it is known', () => {
    const read = (kept: unknown) => v.parse(machineSchema, kept);
    expect(read({ id: 'gtx480', numbers: { line: '64' } })).toEqual({
      ...{ id: 'gtx480', numbers: { line: '64' } },
    });
    expect(read({ id: 'of tomorrow', numbers: { nothing: '1' } })).toEqual({
      ...{ id: USUAL_MACHINE, numbers: {} },
    });
  });
});
