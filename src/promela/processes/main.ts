import { type Expr, namesIn, num } from '../../kernel/expr.ts';
import type { Parameter } from '../../kernel/ir.ts';
import { quantitiesOf } from '../../platform/layout.ts';
import { atBaton, atFree, type ModelContext, part, whole } from '../context.ts';
import { CONSTANT_WORDS } from '../names.ts';
import { all, calc, type Expression, factor } from '../syntax/expression.ts';
import {
  assign,
  type Block,
  BREAK,
  call,
  choose as select,
  declare,
  from,
  increment,
  labelled,
  onNextLine,
  type Process,
  repeat,
  run,
  send,
  short,
  shortOtherwise,
  type Statement,
  waitDefined,
} from '../syntax/statement.ts';

/** Process number of the barrier of all groups, where there is one: after main, clock and host. */
export const GLOBAL_BARRIER_PID = 3;

/** The initial process (Listing 3): reads the parameters of the run, chooses a configuration among all
 * that the ranges and constraints allow, and starts the clock and the host. */
export function main(context: ModelContext): Process {
  return {
    name: 'main',
    models: 'main',
    active: true,
    parameters: [],
    locals: context.derived.size > 0 && !context.wide ? [declare('int', 'rest')] : [],
    atomic: true,
    body: [
      call('parameters'),
      ...choices(context),
      ...counting(context),
      ...atFree(context, assign('running', 1)),
      run('clock'),
      run('host'),
      ...(context.hasGlobalBarrier ? [onNextLine(run('global_barrier'))] : []),
      // Handing over the baton here, rather than ending first, saves a state for each configuration.
      ...atBaton(context, onNextLine(send('m_hst', 'go'))),
    ],
  };
}

/** Something to be done as soon as what it mentions has been chosen. */
interface Piece {
  readonly needs: ReadonlySet<string>;
  readonly body: Block;
  /** The name that has a value after it. */
  readonly gives?: string;
}

/** The choice of every tuning parameter, each condition as early as it can be told: what it rules out is
 * then never combined with the values of the other parameters. */
function choices(context: ModelContext): Statement[] {
  const known = new Set<string>(CONSTANT_WORDS);
  let waiting = [...logarithms(context), ...constraints(context), ...unfit(context)];
  const ready = (): Block => {
    const next = waiting.find(({ needs }) => [...needs].every((name) => known.has(name)));
    if (!next) return [];
    waiting = waiting.filter((piece) => piece !== next);
    if (next.gives !== undefined) known.add(next.gives);
    return [...next.body, ...ready()];
  };
  return [
    ...ready(),
    ...context.kernel.parameters.flatMap((parameter) => {
      known.add(parameter.name);
      return [...from(parameter.span, choose(context, parameter)), ...ready()];
    }),
  ];
}

const constraints = (context: ModelContext): Piece[] =>
  context.kernel.constraints.map(({ condition, span }, index) => ({
    needs: namesIn(condition),
    body: from(span, [
      labelled(`end_invalid_${index + 1}`, waitDefined(whole(context, condition))),
    ]),
  }));

const logarithms = (context: ModelContext): Piece[] =>
  [...context.derived].map(([log, argument]) => ({
    needs: namesIn(argument),
    body: logarithm(context, log, part(context, argument)),
    gives: log,
  }));

/** What else makes a configuration invalid (see `Layout.invalid`, which says it in words): its path ends
 * here, before any variable is too small for it. */
function unfit(context: ModelContext): Piece[] {
  const { checks } = context.layout.rules;
  const quantities = quantitiesOf(context.kernel);
  return (['groups', 'memory'] as const).map((subject) => {
    const asked = checks.filter(({ about }) => about === subject);
    const mentioned = asked.flatMap(({ holds }) => [...namesIn(holds)]);
    return {
      needs: new Set(mentioned.flatMap((one) => [...namesIn(quantities.get(one) ?? num(0))])),
      body: [...new Set(asked.map(({ label }) => label))].map((label) => {
        const parts = asked.filter((check) => check.label === label);
        return labelled(label, waitDefined(all(parts.map(({ holds }) => laidOut(context, holds)))));
      }),
    };
  });
}

/** How groups, units, elements and passes are counted. */
const counting = (context: ModelContext): Statement[] =>
  context.layout.rules.assignments.map(({ name: variable, value, when, note }) => {
    const made = assign(
      variable === 'tile' ? context.nameOf('TS') : variable,
      laidOut(context, value),
    );
    if (when) return select(short(laidOut(context, when), made), shortOtherwise());
    return note === undefined ? made : { ...made, comment: note };
  });

/** An expression of the layout, with what the kernel says in place of its names. */
function laidOut(context: ModelContext, expr: Expr): Expression {
  const quantities = quantitiesOf(context.kernel);
  const said = (of: string): Expression => {
    const quantity = quantities.get(of);
    return quantity ? part(context, quantity) : { kind: 'name', name: of };
  };
  return factor(expr, said, (value) => value);
}

/** The choice of one tuning parameter; every alternative is tried by the verifier. */
function choose(context: ModelContext, { name, domain }: Parameter): Statement[] {
  const variable = context.nameOf(name);
  const [low, high] = [`${variable}_low`, `${variable}_high`];
  switch (domain.kind) {
    case 'pow2':
    case 'range': {
      const next =
        domain.kind === 'pow2' ? calc(variable, '*', 2) : calc(variable, '+', `${variable}_step`);
      return [
        assign(variable, low),
        repeat(short(calc(next, '<=', high), assign(variable, next)), short(BREAK)),
      ];
    }
    case 'list': {
      const values = domain.values.map((value) => part(context, value));
      const options = values.map((value, index) => {
        // A value that is listed twice is chosen once.
        const before = values.slice(0, index).filter((one) => !areDifferent(one, value));
        const fits = [
          calc(low, '<=', value),
          calc(value, '<=', high),
          ...before.map((one) => calc(value, '!=', one)),
        ];
        return short(all(fits), assign(variable, value));
      });
      return [select(...options)];
    }
  }
}

/** Whether two values are different numbers, as they are written. */
const areDifferent = (one: Expression, other: Expression): boolean =>
  one.kind === 'number' && other.kind === 'number' && one.value !== other.value;

/** The place of the highest bit of a value, -1 for zero and below. */
function logarithm(context: ModelContext, variable: string, value: Expression): Statement[] {
  if (context.wide) {
    const log: Expression = { kind: 'unary', operator: 'log2', operand: value };
    return [
      labelled(`end_undefined_${variable}`, waitDefined(calc(value, '==', value))),
      assign(variable, log),
    ];
  }
  return [
    assign('rest', value),
    assign(variable, -1),
    repeat(
      short(calc('rest', '>', 0), assign('rest', calc('rest', '/', 2)), increment(variable)),
      shortOtherwise(BREAK),
    ),
  ];
}
