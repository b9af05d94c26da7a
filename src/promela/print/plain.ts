import type { Ticks } from '../../base/ticks.ts';
import type { Declaration, PromelaModel } from '../syntax/statement.ts';
import { MOST_INT, runValues } from '../words.ts';
import { commentOf, declaration, plainStatement, type Printed, printModel } from './printer.ts';
import { parametersFromWords, parametersInText, report, type RunTime } from './run-time.ts';

/** The model in plain Promela: time has the 32 bits of SPIN's `int`. */
export function printPlain(model: PromelaModel, runTime: RunTime): Printed {
  const { run, initial = false } = runTime;
  const values = run && initial ? new Map(runValues(run)) : undefined;
  return printModel(model, {
    head: [],
    library: [
      ...(run ? parametersInText(run, initial) : parametersFromWords(runTime, String(MOST_INT))),
      ...report(runTime, '%d'),
      ...(model.forgets ? ['inline forget() { skip }', ''] : []),
      // The simulator is given no configuration that may have so many (see `tooManyGroups`).
      ...(model.kinds ? ['inline too_many_kinds() { skip }', ''] : []),
    ],
    variable: (one, place) =>
      inInt(one, place === 'global' ? values : undefined) + commentOf(one, place),
    statements: () => plainStatement,
  });
}

/** A model whose processes surround code of its own. */
export const printCode = (model: PromelaModel, code: readonly string[]): string =>
  printModel(model, {
    head: code,
    library: [],
    variable: (one, place) => inInt(one) + commentOf(one, place),
    statements: () => plainStatement,
  }).text;

function inInt(one: Declaration, values?: ReadonlyMap<string, Ticks>): string {
  const names = one.names.map((name) => [name, values?.get(name) ?? []].flat().join(' = '));
  return declaration({ ...one, type: one.type === 'long' ? 'int' : one.type, names });
}
