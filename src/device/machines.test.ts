import { describe, expect, it } from 'vitest';
import { checkConstants, usualConstants } from '../base/constants.ts';
import { MACHINE_FIELDS, fieldProblem, machineOn, platformOf } from './machine-fields.ts';
import { MACHINE_CONSTANTS, MACHINES, machineOf, SOURCES, USUAL_MACHINE } from './machines.ts';

describe('the machines', () => {
  it('have names of their own, in lower case', () => {
    const ids = MACHINES.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
    expect(ids[0]).toBe(USUAL_MACHINE);
  });

  it.each(MACHINES.map(({ id }) => id))(
    '%s has every constant in its range, with a source',
    (id) => {
      const { machine, sources } = machineOf(id);
      for (const field of MACHINE_FIELDS)
        expect(fieldProblem(field, machine[field.name])).toBeUndefined();
      for (const name of MACHINE_CONSTANTS) expect(SOURCES).toContain(sources[name]);
      expect(checkConstants({ ...usualConstants(), ...platformOf(machine) })).toEqual([]);
    },
  );

  it.each(MACHINES.map(({ id }) => id))('%s holds as many items as its warps have lanes', (id) => {
    const { residentItems, residentWarps, lanes } = machineOf(id).machine;
    expect(residentWarps * lanes).toBe(residentItems);
  });

  it('have units, schedulers and lanes from the platform', () => {
    const { machine } = machineOf('gtx480');
    const constants = { ...usualConstants(), ...platformOf(machine) };
    expect(constants).toMatchObject({ NU: 15, NS: 2, WR: 32 });
    expect(machineOn(machine, constants)).toEqual(machine);
    expect(machineOn(machine, { ...constants, NS: 4 }).schedulers).toBe(4);
  });

  it('say what is wrong with a number', () => {
    const latency = MACHINE_FIELDS.find(({ name }) => name === 'l1Latency');
    expect(latency && fieldProblem(latency, 1.5)).toContain('whole number of cycles');
    expect(latency && fieldProblem(latency, -1)).toContain('from 0 to 100000 cycles; it is -1');
    expect(latency && fieldProblem(latency, Number.NaN)).toContain('number');
  });
});
