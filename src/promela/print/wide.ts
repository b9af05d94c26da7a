import { CONSTANTS } from '../../platform/index.ts';
import { MOST_TICKS } from '../../base/ticks.ts';
import { type Expression, promela } from '../syntax/expression.ts';
import type { Declaration, Process, PromelaModel, Simple } from '../syntax/statement.ts';
import { type Scope, translate, type Variable } from './c-expression.ts';
import { arithmetic, forgetting, tellingValues } from './library.ts';
import {
  commentOf,
  declaration,
  declaredNames,
  plainStatement,
  type Printed,
  printModel,
} from './printer.ts';
import { parametersFromWords, report, type RunTime, shownParameters } from './run-time.ts';

/** Time in 64 bits, which Promela lacks: such variables are C's (`c_state`), their statements
 * `c_code` and `c_expr`, one for one as in plain Promela. */
export function printWide(model: PromelaModel, runTime: RunTime): Printed {
  const { globals, processes } = model;
  const parameters = [...runTime.parameters.values()];
  const longs = processes.flatMap(({ name, locals }) =>
    locals
      .filter(({ type }) => type === 'long')
      .flatMap(({ names, initial = 0 }) =>
        names.map((local) => `c_state "ticks ${local}" "Local ${name}" "${initial}"`),
      ),
  );
  return printModel(model, {
    head: ['c_decl { typedef long long ticks; }', ''],
    library: [
      ...longs,
      '',
      ...arithmetic({
        format: shownParameters(runTime.parameters),
        values: parameters.map((name) => `, now.${name}`).join(''),
      }),
      ...(runTime.library ?? []),
      ...parametersFromWords(runTime, `${MOST_TICKS}LL`),
      ...(model.kinds ? ['inline too_many_kinds() { c_code { t_fault("kinds"); } }', ''] : []),
      ...report(runTime, '%lld'),
      ...forgetting(
        inState(globals.flat()),
        processes.map(({ locals }) => inState(locals)),
      ),
      ...tellingValues(
        inC64(globals.flat()),
        processes.map(({ locals }) => inC64(locals)),
      ),
    ],
    variable: (one, place) => (place === 'global' ? globalInC(one) : localInC(one)),
    statements(process) {
      const scope = scopeOf(process, model);
      return (statement) => inC(statement, scope);
    },
  });
}

/** The numbers among some variables that are part of the state. */
const inState = (declared: readonly Declaration[]): string[] =>
  declared.filter(({ type, hidden }) => type !== 'chan' && !hidden).flatMap(({ names }) => names);

/** Those of them that Promela does not know. */
const inC64 = (declared: readonly Declaration[]): string[] =>
  declared.filter(({ type, hidden }) => type === 'long' && !hidden).flatMap(({ names }) => names);

/** 64-bit variables of the state are `c_state`, hidden ones C's own. */
function globalInC(one: Declaration): string {
  const { type, hidden, names } = one;
  const text =
    type !== 'long'
      ? declaration(one)
      : hidden
        ? `c_code { static ticks ${declaredNames(one)}; }`
        : names.map((name) => `c_state "ticks ${name}" "Global"`).join(' ');
  return text + commentOf(one, 'global');
}

/** 64-bit locals are declared with the model; a comment stands here. */
function localInC(one: Declaration): string {
  if (one.type !== 'long') return declaration(one) + commentOf(one, 'local');
  const { names, initial, comment } = one;
  const start = initial === undefined ? '' : ` = ${initial}`;
  return `/* ticks ${names.join(', ')}${start}${comment === undefined ? '' : `: ${comment}`} */`;
}

/** Numbers of the platform whose products with a few others fit 32 bits. */
const SMALL_CONSTANTS: ReadonlySet<string> = new Set(
  CONSTANTS.flatMap(({ name, most }) => (most <= 2 ** 16 ? [name] : [])),
);

function kindOf({ type }: Declaration, name: string): Variable['kind'] {
  if (type === 'long' || type === 'chan') return type;
  return type === 'int' && !SMALL_CONSTANTS.has(name) ? 'int' : 'small';
}

function scopeOf(process: Process, { globals, processes }: PromelaModel): Scope {
  const variables = new Map<string, Variable>([
    ['true', { c: '1', kind: 'small' }],
    ['false', { c: '0', kind: 'small' }],
    ['_pid', { c: '((P0 *)_this)->_pid', kind: 'small' }],
  ]);
  const add = (declared: readonly Declaration[], c: (name: string, one: Declaration) => string) => {
    for (const one of declared)
      for (const name of one.names)
        variables.set(name, { c: c(name, one), kind: kindOf(one, name) });
  };
  add(globals.flat(), (name, { hidden }) => (hidden ? name : `now.${name}`));
  add([...process.parameters, ...process.locals], (name) => `P${process.name}->${name}`);
  return (name, of) => {
    if (!of) {
      const found = variables.get(name);
      if (!found) throw new Error(`${name} is not declared in ${process.name}`);
      return found;
    }
    const number = processes.findIndex((one) => one.name === of.process);
    const field = processes[number]?.locals.find(({ names }) => names.includes(name));
    if (!field) throw new Error(`${of.process} has no ${name}`);
    return { c: `((P${number} *)pptr(${of.pid}))->${name}`, kind: kindOf(field, name) };
  };
}

/** C computes what needs 64 bits, so that steps stay the same. */
function inC(statement: Simple, scope: Scope): string {
  const c = (expr: Expression): string => translate(expr, scope).c;
  switch (statement.kind) {
    case 'step': {
      const { c: name, kind } = scope(statement.name);
      return kind === 'long' ? `c_code { ${name}${statement.by}; }` : plainStatement(statement);
    }
    case 'assign': {
      const { c: name, kind } = scope(statement.name);
      if (kind === 'chan') return plainStatement(statement);
      const { c: value, long } = translate(statement.value, scope);
      const { index } = statement;
      const to = index === undefined ? name : `${name}[${c(index)}]`;
      return kind === 'long' || long ? `c_code { ${to} = ${value}; }` : plainStatement(statement);
    }
    case 'event': {
      // Promela's printf is heard in a replay alone; so is this.
      const format = statement.format.replaceAll('%d', '%lld');
      const longs = statement.values.map((value) => `(ticks) ${c(value)}`);
      return `c_code { tell ("${format}", ${longs.join(', ')}); }`;
    }
    case 'assert':
      return `assert(${condition(statement.condition, scope)})`;
    case 'condition':
      return statement.defined
        ? `c_expr { (t_choose (), t_chosen (${c(statement.condition)})) }`
        : condition(statement.condition, scope);
    default:
      return plainStatement(statement);
  }
}

function condition(expr: Expression, scope: Scope): string {
  const { c, long } = translate(expr, scope);
  return long ? `c_expr { ${c} }` : promela(expr);
}
