import { namesIn } from '../../kernel/expr.ts';
import type { Parameter } from '../../kernel/ir.ts';
import { atBaton, atFree, type ModelContext, part, whole } from '../context.ts';
import { MOST_PROCESSES } from '../limits.ts';
import { CONSTANT_WORDS } from '../names.ts';
import { all, calc, conditional, type Expression, least } from '../syntax/expression.ts';
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
  const { profile } = context;
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
      ...(profile.semantics === 'published' ? publishedGroups(context) : openclGroups(context)),
      ...elements(context),
      assign('first_unit', calc(context.hasGlobalBarrier ? 4 : 3, '+', 'devices')),
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

/** What else makes a configuration invalid (see `invalidReason`, which says it in words): its path ends
 * here, before any variable is too small for it. */
function unfit(context: ModelContext): Piece[] {
  const { folding, kernel, profile } = context;
  const group = part(context, kernel.localSize);
  const working = least(group, 'NP');
  const ofGroup = namesIn(kernel.localSize);
  if (profile.semantics === 'published') {
    const most = folding.elements ? [] : [calc(working, '<=', MOST_PROCESSES - 6)];
    const fits = all([calc(group, '>=', 1), calc(group, '<=', 'size'), ...most]);
    return [{ needs: ofGroup, body: [labelled('end_unfit', waitDefined(fits))] }];
  }
  const items = part(context, kernel.items);
  const elements = folding.elements ? 2 : working;
  const ofLocal = new Set(
    kernel.localArrays.flatMap(({ elements: length }) => [...namesIn(length)]),
  );
  const [local, ...more] = kernel.localArrays.map(({ elements: length }) => part(context, length));
  const groups = calc(items, '/', group);
  const resident = calc('ND', '*', 'NU');
  const units = folding.units ? 1 : least(groups, resident);
  const devices = calc(calc(units, '+', 'NU', '-', 1), '/', 'NU');
  const ofUnits = calc(units, '*', calc(2, '+', elements));
  const fits = [
    calc(group, '>=', 1),
    calc(items, '>=', group),
    calc(calc(items, '%', group), '==', 0),
  ];
  // The numbers by themselves first: their product may be too large for an int.
  const fitsSpin = [units, elements, calc(4, '+', devices, '+', ofUnits)].map((number) =>
    calc(number, '<=', MOST_PROCESSES),
  );
  return [
    {
      needs: new Set([...ofGroup, ...namesIn(kernel.items)]),
      body: [
        labelled('end_unfit', waitDefined(all(fits))),
        ...(context.hasGlobalBarrier
          ? [labelled('end_resident', waitDefined(calc(groups, '<=', resident)))]
          : []),
        labelled('end_processes', waitDefined(all(fitsSpin))),
      ],
    },
    ...(local === undefined
      ? []
      : [
          {
            needs: ofLocal,
            body: [
              labelled(
                'end_local_memory',
                waitDefined(
                  calc(
                    more.reduce<Expression>((sum, one) => calc(sum, '+', one), local),
                    '<=',
                    'LM',
                  ),
                ),
              ),
            ],
          },
        ]),
  ];
}

/** The elements that work on a group, or those that stand for them, and their passes. */
function elements(context: ModelContext): Statement[] {
  const { folding, profile } = context;
  const group = part(context, context.kernel.localSize);
  const published = profile.semantics === 'published';
  const working = least(group, 'NP');
  // In the published models all do the same number of passes; in OpenCL some may have an item more.
  const uneven = all([calc(group, '>', 'NP'), calc(calc(group, '%', 'NP'), '!=', 0)]);
  const kinds = published ? 1 : conditional(uneven, 2, 1);
  return [
    assign('NWE', folding.elements ? kinds : working),
    assign('passes', published ? calc(group, '/', working) : 1),
  ];
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

/** The published model's work for the one unit of the one device that stand for all: how many groups it
 * gets, with the remainders as published, and one more round than there are groups unless there is but
 * one (an off-by-one of the published model). */
function publishedGroups(context: ModelContext): Statement[] {
  if (context.tail) return reductionGroups(context);
  const shared = (by: string): Expression =>
    calc(calc('groups', '/', by), '+', calc('groups', '%', by));
  return [
    assign('groups', calc('size', '/', part(context, context.kernel.localSize))),
    { ...assign('groups', shared('ND')), comment: 'of a device' },
    { ...assign('groups', shared('NU')), comment: 'of a unit' },
    assign('groups', conditional(calc('groups', '==', 1), 1, calc('groups', '+', 1))),
    ...roundsOf(context, 1),
    assign('devices', 1),
    assign('units', 1),
  ];
}

/** The published model of a reduction: tiles that do not fit are cut, the groups come one after the
 * other, and the tail is one more round. */
function reductionGroups(context: ModelContext): Statement[] {
  const group = part(context, context.kernel.localSize);
  const tiled = context.kernel.parameters.some(({ name }) => name === 'TS');
  const tile = context.nameOf('TS');
  const tooLarge = calc(calc(group, '*', tile), '>', 'size');
  return [
    ...(tiled
      ? [select(short(tooLarge, assign(tile, calc('size', '/', group))), shortOtherwise())]
      : []),
    assign('groups', calc(part(context, context.kernel.items), '/', group)),
    {
      ...assign('groups', calc(conditional(calc('groups', '>', 0), 'groups', 1), '+', 1)),
      comment: 'and the round of the tail',
    },
    ...roundsOf(context, 2),
    assign('devices', 1),
    assign('units', 1),
  ];
}

/** Where all groups take the same time only the first is run, and its time multiplied. `left` is how
 * many rounds there are then. */
const roundsOf = ({ folding }: ModelContext, left: 1 | 2): Statement[] =>
  folding.repeats && folding.units
    ? [assign('rounds', left === 1 ? 'groups' : calc('groups', '-', 1)), assign('groups', left)]
    : [];

/** The work-groups of the NDRange, and the units and devices that get any. */
function openclGroups(context: ModelContext): Statement[] {
  const { items, localSize } = context.kernel;
  const resident = calc('ND', '*', 'NU');
  const dealt = (number: string, among: Expression | string): Expression =>
    calc(calc(number, '+', among, '-', 1), '/', among);
  return [
    assign('groups', calc(part(context, items), '/', part(context, localSize))),
    ...(context.folding.units
      ? [
          { ...assign('groups', dealt('groups', resident)), comment: 'of the unit with the most' },
          assign('units', 1),
          assign('devices', 1),
        ]
      : [assign('units', least('groups', resident)), assign('devices', dealt('units', 'NU'))]),
    ...roundsOf(context, 1),
  ];
}
