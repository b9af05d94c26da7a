import { MOST_TICKS } from '../../base/ticks.ts';
import { parametersFromWords, reportInC, shownParameters } from '../run-time.ts';
import type { Made, RunTime, Section } from '../sections.ts';
import { indent, type Line, type Lines } from '../writer.ts';
import type { Scope, Variable } from './expression.ts';
import { arithmetic, type Field, forgetting } from './library.ts';
import { inC } from './statements.ts';

/** Numbers of the platform whose products with a few others fit 32 bits. */
const SMALL_CONSTANTS: ReadonlySet<string> = new Set(['ND', 'NU', 'NP']);

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly hidden: boolean;
  readonly initial?: string;
}

/** The model with time and everything computed from it in 64 bits. Promela has no such type, so these
 * variables are C's (`c_state`), and the statements that mention them are `c_code` and `c_expr`: the
 * same statements, one for one, as in plain Promela. */
export function inLong(globals: Lines, processes: readonly Section[], runTime: RunTime): Made {
  const shared = declaredIn(globals);
  const types = processes.map(({ process, lines }, number) => {
    const [head, ...body] = indent(lines, 0);
    const name = /proctype (\w+)/.exec(head?.text ?? '')?.[1] ?? process;
    const parameters = declaredIn((/\((.*)\)/.exec(head?.text ?? '')?.[1] ?? '').split('; '));
    return { name, number, parameters, locals: declaredIn(body), process, lines };
  });
  const scopeOf = (type: (typeof types)[number]): Scope => ({
    variable: (name) => {
      if (name === '_pid') return { c: '((P0 *)_this)->_pid', kind: 'small' };
      const local = [...type.locals, ...type.parameters].find((one) => one.name === name);
      if (local) return { c: `P${type.name}->${name}`, kind: kindOf(local) };
      const global = shared.find((one) => one.name === name);
      if (!global) throw new Error(`${name} is not declared in ${type.name}`);
      return { c: global.hidden ? name : `now.${name}`, kind: kindOf(global) };
    },
    remote: (proctype, pid, name) => {
      const other = types.find((one) => one.name === proctype);
      const field = other?.locals.find((one) => one.name === name);
      if (!other || !field) throw new Error(`${proctype} has no ${name}`);
      return { c: `((P${other.number} *)pptr(${pid}))->${name}`, kind: kindOf(field) };
    },
  });
  const numbers = (declared: readonly Declared[], proctype?: number): Field[] =>
    declared
      .filter(({ type, hidden }) => type !== 'chan' && !hidden)
      .map(({ name }) => ({ name, ...(proctype !== undefined && { proctype }) }));
  return {
    globals: [
      'c_decl { typedef long long ticks; }',
      '',
      ...globalsInC(globals),
      ...types.flatMap(({ name, locals }) =>
        locals
          .filter(({ type }) => type === 'long')
          .map(
            ({ name: local, initial = '0' }) =>
              `c_state "ticks ${local}" "Local ${name}" "${initial}"`,
          ),
      ),
      '',
      ...arithmetic({
        format: shownParameters(runTime.parameters),
        values: [...runTime.parameters.values()].map((name) => `, now.${name}`).join(''),
      }),
      ...parametersFromWords(runTime, `${MOST_TICKS}LL`),
      ...reportInC(runTime, '%lld'),
      ...forgetting([
        ...numbers(shared),
        ...types.flatMap(({ locals, number }) => numbers(locals, number)),
      ]),
    ],
    processes: types.map((type) => ({
      process: type.process,
      lines: inC(withoutLongs(type.lines), scopeOf(type)),
    })),
  };
}

const kindOf = ({ name, type }: Declared): Variable['kind'] => {
  if (type === 'long' || type === 'chan') return type;
  return type === 'int' && !SMALL_CONSTANTS.has(name) ? 'int' : 'small';
};

const DECLARATION = /^\s*(hidden )?(long|int|byte|bool|chan) ([^;/]*);?(\s*\/\*.*\*\/)?$/;

/** The variables that some lines declare. */
function declaredIn(lines: Lines): Declared[] {
  return indent(lines, 0).flatMap(({ text }): Declared[] => {
    const [, hidden, type, names] = DECLARATION.exec(text) ?? [];
    if (type === undefined || names === undefined) return [];
    return (type === 'chan' ? [names.split(' ')[0] ?? ''] : names.split(', ')).map((one) => {
      const [name = '', initial] = one.split(' = ');
      return {
        name,
        type,
        hidden: hidden !== undefined,
        ...(initial !== undefined && { initial }),
      };
    });
  });
}

/** Declarations of the model: 64-bit variables of the state as `c_state`, hidden ones as C's own. */
function globalsInC(lines: Lines): Line[] {
  return indent(lines, 0).map((line) => {
    const [, hidden, type, names = '', comment = ''] = DECLARATION.exec(line.text) ?? [];
    if (type !== 'long') return line;
    const each = names.split(', ');
    const text =
      hidden === undefined
        ? each.map((name) => `c_state "ticks ${name}" "Global"`).join(' ')
        : `c_code { static ticks ${names}; }`;
    return { ...line, text: text + comment };
  });
}

/** Local variables of 64 bits are declared with the model; a comment stays in their place. */
function withoutLongs(lines: Lines): Line[] {
  return indent(lines, 0).map((line) => {
    const [, , type, names = '', comment = ''] = DECLARATION.exec(line.text) ?? [];
    if (type !== 'long') return line;
    const margin = /^\s*/.exec(line.text)?.[0] ?? '';
    const said = comment.replace(/^\s*\/\*\s*(.*?)\s*\*\/$/, ': $1');
    return { ...line, text: `${margin}/* ticks ${names}${said} */` };
  });
}
