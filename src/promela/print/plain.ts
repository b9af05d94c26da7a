import type { Declaration, PromelaModel } from '../syntax/statement.ts';
import { MOST_INT } from '../words.ts';
import {
  COLUMNS,
  commentOf,
  declaration,
  plainStatement,
  type Printed,
  printModel,
} from './printer.ts';
import { parametersFromWords, parametersInText, report, type RunTime } from './run-time.ts';

/** The model in plain Promela: time has the 32 bits of SPIN's `int`. */
export function printPlain(model: PromelaModel, runTime: RunTime): Printed {
  const { run } = runTime;
  return printModel(model, {
    head: [],
    library: [
      ...(run ? parametersInText(run) : parametersFromWords(runTime, String(MOST_INT))),
      ...report(runTime, '%d'),
      ...(model.forgets ? ['inline forget() { skip }', ''] : []),
    ],
    global: (one) => inInt(one, COLUMNS.global),
    local: (one) => inInt(one, COLUMNS.local),
    statements: () => plainStatement,
  });
}

const inInt = (one: Declaration, column: number): string =>
  declaration(one.type === 'long' ? { ...one, type: 'int' } : one) + commentOf(one, column);
