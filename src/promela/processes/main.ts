import { type Expr, name, namesIn } from '../../kernel/expr.ts';
import type { Parameter } from '../../kernel/ir.ts';
import { quantitiesOf } from '../../platform/layout.ts';
import { atBaton, atFree, factor, type ModelContext, text } from '../context.ts';
import { sparing } from '../expression.ts';
import { CONSTANT_WORDS } from '../names.ts';
import { from, indent, type Line, type Lines } from '../writer.ts';

/** Process number of the barrier of all groups, where there is one: after main, clock and host. */
export const GLOBAL_BARRIER_PID = '3';

/** The initial process (Listing 3): reads the parameters of the run, chooses a configuration among all
 * that the ranges and constraints allow, and starts the clock and the host. */
export function main(context: ModelContext): Line[] {
  return indent(
    [
      'active proctype main() {',
      ...indent([
        ...(context.derived.size > 0 && !context.wide ? ['int rest;'] : []),
        'atomic {',
        ...indent([
          'parameters();',
          ...choices(context),
          ...assignments(context),
          ...atFree(context, 'running = 1;'),
          'run clock();',
          'run host()',
          ...(context.hasGlobalBarrier ? ['; run global_barrier()'] : []),
          // Handing over the baton here, rather than ending first, saves a state for each configuration.
          ...atBaton(context, '; m_hst ! go'),
        ]),
        '}',
      ]),
      '}',
    ],
    0,
  );
}

/** Something to be done as soon as what it mentions has been chosen. */
interface Piece {
  readonly needs: ReadonlySet<string>;
  readonly lines: Lines;
  /** The name that has a value after it. */
  readonly gives?: string;
}

/** The choice of every tuning parameter, each condition as early as it can be told: what it rules out is
 * then never combined with the values of the other parameters. */
function choices(context: ModelContext): Line[] {
  const known = new Set<string>(CONSTANT_WORDS);
  let waiting = [...logarithms(context), ...constraints(context), ...unfit(context)];
  const ready = (): Lines => {
    const next = waiting.find(({ needs }) => [...needs].every((name) => known.has(name)));
    if (!next) return [];
    waiting = waiting.filter((piece) => piece !== next);
    if (next.gives !== undefined) known.add(next.gives);
    return [...next.lines, ...ready()];
  };
  const lines = [
    ...ready(),
    ...context.kernel.parameters.flatMap((parameter) => {
      known.add(parameter.name);
      return [...from(parameter.span, choose(context, parameter)), ...ready()];
    }),
  ];
  return indent(lines, 0);
}

const constraints = (context: ModelContext): Piece[] =>
  context.kernel.constraints.map(({ condition, span }, index) => ({
    needs: namesIn(condition),
    lines: from(span, [`end_invalid_${index + 1}: defined(${text(context, condition)});`]),
  }));

const logarithms = (context: ModelContext): Piece[] =>
  [...context.derived].map(([log, argument]) => ({
    needs: namesIn(argument),
    lines: logarithm(context, log, factor(context, argument)),
    gives: log,
  }));

/** What else makes a configuration invalid (see `Layout.invalid`, which says it in words): its path ends
 * here, before any variable is too small for it. */
function unfit(context: ModelContext): Piece[] {
  const { checks } = context.layout.rules;
  return (['groups', 'memory'] as const).flatMap((subject) => {
    const all = checks.filter(({ about }) => about === subject);
    const labels = [...new Set(all.map(({ label }) => label))];
    const mentioned = all.flatMap(({ holds }) => [...namesIn(holds)]);
    const lines = labels.map((label) => {
      const parts = all.filter((check) => check.label === label);
      return `${label}: defined(${parts.map(({ holds }) => laidOut(context, holds)).join(' && ')});`;
    });
    return lines.length === 0
      ? []
      : [{ needs: new Set(mentioned.flatMap((one) => [...namesIn(said(context, one))])), lines }];
  });
}

/** What a name of the layout is in the kernel, or itself. */
const said = ({ kernel }: ModelContext, of: string): Expr =>
  quantitiesOf(kernel).get(of) ?? name(of);

const laidOut = (context: ModelContext, expr: Expr): string =>
  sparing(expr, (of) => factor(context, said(context, of)));

/** How groups, units, elements and passes are counted. */
const assignments = (context: ModelContext): Line[] =>
  context.layout.rules.assignments.flatMap(({ name: variable, value, when, note }) => {
    const set = `${laidOut(context, name(variable))} = ${laidOut(context, value)}`;
    return indent(
      when
        ? ['if', `:: ${laidOut(context, when)} -> ${set}`, ':: else', 'fi;']
        : [`${set};${note === undefined ? '' : `    /* ${note} */`}`],
      0,
    );
  });

/** The choice of one tuning parameter; every alternative is tried by the verifier. */
function choose(context: ModelContext, { name, domain }: Parameter): Lines {
  const variable = context.rename(name);
  switch (domain.kind) {
    case 'pow2':
    case 'range': {
      const next = domain.kind === 'pow2' ? `${variable} * 2` : `${variable} + ${variable}_step`;
      return [
        `${variable} = ${variable}_low;`,
        'do',
        `:: ${next} <= ${variable}_high -> ${variable} = ${next}`,
        ':: break',
        'od;',
      ];
    }
    case 'list':
      return [
        'if',
        ...domain.values.map((value, index) => {
          const written = factor(context, value);
          // A value that is listed twice is chosen once.
          const before = domain.values.slice(0, index).map((one) => factor(context, one));
          const fits = [
            `${variable}_low <= ${written}`,
            `${written} <= ${variable}_high`,
            ...before
              .filter((one) => !areDifferent(one, written))
              .map((one) => `${written} != ${one}`),
          ];
          return `:: ${fits.join(' && ')} -> ${variable} = ${written}`;
        }),
        'fi;',
      ];
  }
}

/** Whether two values are different numbers, as they are written. */
const areDifferent = (one: string, other: string): boolean =>
  /^\d+$/.test(one) && /^\d+$/.test(other) && one !== other;

/** The place of the highest bit of a value, -1 for zero and below. */
function logarithm(context: ModelContext, variable: string, value: string): Lines {
  if (context.wide) {
    return [
      `end_undefined_${variable}: defined(${value} == ${value});`,
      `${variable} = log2(${value});`,
    ];
  }
  return [
    `rest = ${value};`,
    `${variable} = -1;`,
    'do',
    `:: rest > 0 -> rest = rest / 2; ${variable}++`,
    ':: else -> break',
    'od;',
  ];
}
