import { namesIn } from '../../kernel/expr.ts';
import type { Parameter } from '../../kernel/ir.ts';
import { atBaton, atFree, type ModelContext, part, whole } from '../context.ts';
import { MOST_PROCESSES } from '../limits.ts';
import { CONSTANT_WORDS } from '../names.ts';
import * as p from '../syntax/index.ts';

/** Process number of the barrier of all groups, where there is one: after main, clock and host. */
export const GLOBAL_BARRIER_PID = 3;

/** The initial process (Listing 3): reads the parameters of the run, chooses a configuration among all
 * that the ranges and constraints allow, and starts the clock and the host. */
export function main(context: ModelContext): p.Process {
  const { profile } = context;
  return {
    name: 'main',
    models: 'main',
    active: true,
    parameters: [],
    locals: context.derived.size > 0 && !context.wide ? [p.declare('int', 'rest')] : [],
    atomic: true,
    body: [
      p.call('parameters'),
      ...choices(context),
      ...(profile.semantics === 'published' ? publishedGroups(context) : openclGroups(context)),
      ...elements(context),
      p.assign('first_unit', `${context.hasGlobalBarrier ? 4 : 3} + devices`),
      ...atFree(context, p.assign('running', 1)),
      p.run('clock'),
      p.run('host'),
      ...(context.hasGlobalBarrier ? [p.onNextLine(p.run('global_barrier'))] : []),
      // Handing over the baton here, rather than ending first, saves a state for each configuration.
      ...atBaton(context, p.onNextLine(p.send('m_hst', 'go'))),
    ],
  };
}

/** Something to be done as soon as what it mentions has been chosen. */
interface Piece {
  readonly needs: ReadonlySet<string>;
  readonly body: p.Block;
  /** The name that has a value after it. */
  readonly gives?: string;
}

/** The choice of every tuning parameter, each condition as early as it can be told: what it rules out is
 * then never combined with the values of the other parameters. */
function choices(context: ModelContext): p.Statement[] {
  const known = new Set<string>(CONSTANT_WORDS);
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

/** What else makes a configuration invalid (see `invalidReason`, which says it in words): its path ends
 * here, before any variable is too small for it. */
function unfit(context: ModelContext): Piece[] {
  const { folding, kernel, profile } = context;
  const group = part(context, kernel.localSize);
  const working = 'min(group, NP)';
  const ofGroup = namesIn(kernel.localSize);
  if (profile.semantics === 'published') {
    const most = folding.elements ? '' : ` && ${working} <= ${MOST_PROCESSES - 6}`;
    const fits = p.expression(`group >= 1 && group <= size${most}`, { group });
    return [{ needs: ofGroup, body: [p.labelled('end_unfit', p.waitDefined(fits))] }];
  }
  const items = part(context, kernel.items);
  const elements = folding.elements ? '2' : working;
  const units = folding.units ? '1' : 'min(items / group, ND * NU)';
  const processes = `4 + (${units} + NU - 1) / NU + ${units} * (2 + ${elements})`;
  // The numbers by themselves first: their product may be too large for an int.
  const fits = [units, elements, processes].map((number) => `${number} <= ${MOST_PROCESSES}`);
  const lengths = kernel.localArrays.map((array) => array.elements);
  const local = lengths.map((length) => part(context, length));
  const must = (label: string, condition: string): p.Statement =>
    p.labelled(label, p.waitDefined(p.expression(condition, { group, items })));
  return [
    {
      needs: new Set([...ofGroup, ...namesIn(kernel.items)]),
      body: [
        must('end_unfit', 'group >= 1 && items >= group && items % group == 0'),
        ...(context.hasGlobalBarrier ? [must('end_resident', 'items / group <= ND * NU')] : []),
        must('end_processes', fits.join(' && ')),
      ],
    },
    ...(local.length === 0
      ? []
      : [
          {
            needs: new Set(lengths.flatMap((length) => [...namesIn(length)])),
            body: [
              p.labelled(
                'end_local_memory',
                p.waitDefined(
                  p.expression(
                    `${local.map((_, at) => `array_${at}`).join(' + ')} <= LM`,
                    Object.fromEntries(local.map((length, at) => [`array_${at}`, length])),
                  ),
                ),
              ),
            ],
          },
        ]),
  ];
}

/** The elements that work on a group, or those that stand for them, and their passes. */
function elements(context: ModelContext): p.Statement[] {
  const { folding, profile } = context;
  const group = part(context, context.kernel.localSize);
  const published = profile.semantics === 'published';
  const working = 'min(group, NP)';
  // In the published models all do the same number of passes; in OpenCL some may have an item more.
  const kinds = published ? 1 : 'group > NP && group % NP != 0 ? 2 : 1';
  return [
    p.assign('NWE', p.expression(folding.elements ? kinds : working, { group })),
    p.assign('passes', published ? p.expression(`group / ${working}`, { group }) : 1),
  ];
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
          p.expression(`${low} <= value`, { value }),
          p.expression(`value <= ${high}`, { value }),
          ...before.map((one) => p.expression('value != one', { value, one })),
        ];
        return p.short(p.wait(p.all(fits)), p.assign(variable, value));
      });
      return [p.choose(...options)];
    }
  }
}

/** Whether two values are different numbers, as they are written. */
const areDifferent = (one: p.Expression, other: p.Expression): boolean =>
  one.kind === 'number' && other.kind === 'number' && one.value !== other.value;

/** The place of the highest bit of a value, -1 for zero and below. */
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

/** The published model's work for the one unit of the one device that stand for all: how many groups it
 * gets, with the remainders as published, and one more round than there are groups unless there is but
 * one (an off-by-one of the published model). */
function publishedGroups(context: ModelContext): p.Statement[] {
  if (context.tail) return reductionGroups(context);
  const shared = (by: string): p.Expression => p.expression('groups / by + groups % by', { by });
  return [
    p.assign('groups', 'size / group', { group: part(context, context.kernel.localSize) }),
    { ...p.assign('groups', shared('ND')), comment: 'of a device' },
    { ...p.assign('groups', shared('NU')), comment: 'of a unit' },
    p.assign('groups', 'groups == 1 ? 1 : groups + 1'),
    ...roundsOf(context, 1),
    p.assign('devices', 1),
    p.assign('units', 1),
  ];
}

/** The published model of a reduction: tiles that do not fit are cut, the groups come one after the
 * other, and the tail is one more round. */
function reductionGroups(context: ModelContext): p.Statement[] {
  const group = part(context, context.kernel.localSize);
  const tiled = context.kernel.parameters.some(({ name }) => name === 'TS');
  const tile = context.nameOf('TS');
  const tooLarge = p.expression(`group * ${tile} > size`, { group });
  return [
    ...(tiled
      ? [
          p.choose(
            p.short(p.wait(tooLarge), p.assign(tile, 'size / group', { group })),
            p.shortOtherwise(),
          ),
        ]
      : []),
    p.assign(
      'groups',
      p.expression('items / group', { group, items: part(context, context.kernel.items) }),
    ),
    {
      ...p.assign('groups', '(groups > 0 ? groups : 1) + 1'),
      comment: 'and the round of the tail',
    },
    ...roundsOf(context, 2),
    p.assign('devices', 1),
    p.assign('units', 1),
  ];
}

/** Where all groups take the same time only the first is run, and its time multiplied. `left` is how
 * many rounds there are then. */
const roundsOf = ({ folding }: ModelContext, left: 1 | 2): p.Statement[] =>
  folding.repeats && folding.units
    ? [p.assign('rounds', left === 1 ? 'groups' : 'groups - 1'), p.assign('groups', left)]
    : [];

/** The work-groups of the NDRange, and the units and devices that get any. */
function openclGroups(context: ModelContext): p.Statement[] {
  const { items, localSize } = context.kernel;
  const resident = 'ND * NU';
  const dealt = (number: string, among: p.Expression | string): p.Expression =>
    p.expression('(number + among - 1) / among', { number, among });
  return [
    p.assign(
      'groups',
      p.expression('items / group', {
        items: part(context, items),
        group: part(context, localSize),
      }),
    ),
    ...(context.folding.units
      ? [
          {
            ...p.assign('groups', dealt('groups', resident)),
            comment: 'of the unit with the most',
          },
          p.assign('units', 1),
          p.assign('devices', 1),
        ]
      : [p.assign('units', 'min(groups, ND * NU)'), p.assign('devices', dealt('units', 'NU'))]),
    ...roundsOf(context, 1),
  ];
}
