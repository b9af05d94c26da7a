import { type Expr, namesIn, num } from '../../front/expr.ts';
import type { Parameter } from '../../front/configurations.ts';
import { CONSTANT_NAMES } from '../../platform/index.ts';
import { quantitiesOf, standingProcesses } from '../../platform/layout.ts';
import { atBaton, atFree, type ModelContext, part, whole } from '../context.ts';
import * as p from '../syntax/index.ts';

/** The first process (Listing 3) reads parameters, chooses a configuration, and starts clock and
 * host. */
export function main(context: ModelContext, ...chosen: p.Block): p.Process {
  const [, ...others] = standingProcesses(context);
  return p.process('main', {
    active: true,
    locals: context.derived.size > 0 && !context.wide ? [p.declare('int', 'rest')] : [],
    atomic: true,
    body: [
      p.call('parameters'),
      ...choices(context),
      ...counting(context),
      ...chosen,
      ...atFree(context, p.assign('running', 1)),
      ...others.map((one) => p.run(one)),
      // Handing over the baton here saves a state for each configuration.
      ...atBaton(context, p.send('m_hst', 'go')),
    ],
  });
}

/** Something to be done as soon as what it mentions has been chosen. */
interface Piece {
  readonly needs: ReadonlySet<string>;
  readonly body: p.Block;
  /** The name that has a value after it. */
  readonly gives?: string;
}

/** Chooses each parameter and asks each condition as early as it can be told. */
function choices(context: ModelContext): p.Statement[] {
  const known = new Set<string>(CONSTANT_NAMES);
  let waiting = [...logarithms(context), ...constraints(context), ...unfit(context)];
  const ready = (): p.Block => {
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
      return [...p.from(parameter.span, choose(context, parameter)), ...ready()];
    }),
  ];
}

const constraints = (context: ModelContext): Piece[] =>
  context.kernel.constraints.map(({ condition, span }, index) => ({
    needs: namesIn(condition),
    body: p.from(span, [
      p.labelled(`end_invalid_${index + 1}`, p.waitDefined(whole(context, condition))),
    ]),
  }));

const logarithms = (context: ModelContext): Piece[] =>
  [...context.derived].map(([log, argument]) => ({
    needs: namesIn(argument),
    body: logarithm(context, log, part(context, argument)),
    gives: log,
  }));

/** Ends an invalid configuration's path (see `Layout.invalid`) before a variable is too small for
 * it. */
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
        return p.labelled(
          label,
          p.waitDefined(p.all(parts.map(({ holds }) => laidOut(context, holds)))),
        );
      }),
    };
  });
}

const counting = (context: ModelContext): p.Statement[] =>
  context.layout.rules.assignments.map(({ name: variable, value, when, note }) => {
    const made = p.assign(
      variable === 'tile' ? context.nameOf('TS') : variable,
      laidOut(context, value),
    );
    if (when) return p.when(p.short(p.wait(laidOut(context, when)), made));
    return note === undefined ? made : p.remark(note, made);
  });

/** A layout's expression, with the kernel's in place of its names. */
function laidOut(context: ModelContext, expr: Expr): p.Expression {
  const quantities = quantitiesOf(context.kernel);
  return p.replaced(expr, (of) => {
    const quantity = quantities.get(of);
    return quantity ? part(context, quantity) : { kind: 'name', name: of };
  });
}

/** The choice of one tuning parameter; every alternative is tried by the verifier. */
function choose(context: ModelContext, { name, domain }: Parameter): p.Statement[] {
  const variable = context.nameOf(name);
  const [low, high] = [`${variable}_low`, `${variable}_high`];
  switch (domain.kind) {
    case 'pow2':
    case 'range': {
      const next = domain.kind === 'pow2' ? `${variable} * 2` : `${variable} + ${variable}_step`;
      return [
        p.assign(variable, low),
        p.repeat(p.short(`${next} <= ${high}`, p.assign(variable, next)), p.short(p.BREAK)),
      ];
    }
    case 'list': {
      const values = domain.values.map((value) => part(context, value));
      const options = values.map((value, index) => {
        // A value that is listed twice is chosen once.
        const before = values.slice(0, index).filter((one) => !areDifferent(one, value));
        const fits = [
          p.expression('low <= value', { low, value }),
          p.expression('value <= high', { value, high }),
          ...before.map((one) => p.expression('value != one', { value, one })),
        ];
        return p.short(p.wait(p.all(fits)), p.assign(variable, value));
      });
      return [p.choose(...options)];
    }
  }
}

const areDifferent = (one: p.Expression, other: p.Expression): boolean =>
  one.kind === 'number' && other.kind === 'number' && one.value !== other.value;

/** The highest bit's place, -1 for zero and below. */
function logarithm(context: ModelContext, variable: string, value: p.Expression): p.Statement[] {
  if (context.wide) {
    const log: p.Expression = { kind: 'unary', operator: 'log2', operand: value };
    return [
      p.labelled(`end_undefined_${variable}`, p.waitDefined('value == value', { value })),
      p.assign(variable, log),
    ];
  }
  return [
    p.assign('rest', value),
    p.assign(variable, -1),
    p.repeat(
      p.short('rest > 0', p.assign('rest', 'rest / 2'), p.increment(variable)),
      p.shortOtherwise(p.BREAK),
    ),
  ];
}
