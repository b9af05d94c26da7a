import { namesIn } from '../../kernel/expr.ts';
import type { Parameter } from '../../kernel/ir.ts';
import { atBaton, atFree, factor, type ModelContext, text } from '../context.ts';
import { MOST_PROCESSES } from '../limits.ts';
import { CONSTANT_WORDS } from '../names.ts';
import { from, indent, type Line, type Lines } from '../writer.ts';

/** Process number of the barrier of all groups, where there is one: after main, clock and host. */
export const GLOBAL_BARRIER_PID = '3';

/** The initial process (Listing 3): reads the parameters of the run, chooses a configuration among all
 * that the ranges and constraints allow, and starts the clock and the host. */
export function main(context: ModelContext): Line[] {
  const { profile } = context;
  return indent(
    [
      'active proctype main() {',
      ...indent([
        ...(context.derived.size > 0 && !context.wide ? ['int rest;'] : []),
        'atomic {',
        ...indent([
          'parameters();',
          ...choices(context),
          ...(profile.semantics === 'published' ? publishedGroups(context) : openclGroups(context)),
          ...elements(context),
          `first_unit = ${context.hasGlobalBarrier ? 4 : 3} + devices;`,
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

/** What else makes a configuration invalid (see `invalidReason`, which says it in words): its path ends
 * here, before any variable is too small for it. */
function unfit(context: ModelContext): Piece[] {
  const { folding, kernel, profile } = context;
  const group = factor(context, kernel.localSize);
  const working = `(${group} < NP -> ${group} : NP)`;
  const ofGroup = namesIn(kernel.localSize);
  if (profile.semantics === 'published') {
    const most = folding.elements ? [] : [`${working} <= ${MOST_PROCESSES - 6}`];
    const fits = [`${group} >= 1`, `${group} <= size`, ...most].join(' && ');
    return [{ needs: ofGroup, lines: [`end_unfit: defined(${fits});`] }];
  }
  const items = factor(context, kernel.items);
  const elements = folding.elements ? '2' : working;
  const local = kernel.localArrays
    .map(({ elements: length }) => factor(context, length))
    .join(' + ');
  const ofLocal = new Set(
    kernel.localArrays.flatMap(({ elements: length }) => [...namesIn(length)]),
  );
  const groups = `${items} / ${group}`;
  const units = folding.units ? '1' : `(${groups} < ND * NU -> ${groups} : ND * NU)`;
  const needs = new Set([...ofGroup, ...namesIn(kernel.items)]);
  return [
    {
      needs,
      lines: [
        `end_unfit: defined(${group} >= 1 && ${items} >= ${group} && ${items} % ${group} == 0);`,
        ...(context.hasGlobalBarrier ? [`end_resident: defined(${groups} <= ND * NU);`] : []),
        // The numbers by themselves first: their product may be too large for an int.
        `end_processes: defined(${units} <= ${MOST_PROCESSES} && ${elements} <= ${MOST_PROCESSES} && ` +
          `4 + (${units} + NU - 1) / NU + ${units} * (2 + ${elements}) <= ${MOST_PROCESSES});`,
      ],
    },
    ...(local === ''
      ? []
      : [{ needs: ofLocal, lines: [`end_local_memory: defined(${local} <= LM);`] }]),
  ];
}

/** The elements that work on a group, or those that stand for them, and their passes. */
function elements(context: ModelContext): Lines {
  const { folding, profile } = context;
  const group = factor(context, context.kernel.localSize);
  const published = profile.semantics === 'published';
  const working = `(${group} < NP -> ${group} : NP)`;
  // In the published models all do the same number of passes; in OpenCL some may have an item more.
  const kinds = published ? '1' : `(${group} > NP && ${group} % NP != 0 -> 2 : 1)`;
  return [
    `NWE = ${folding.elements ? kinds : working};`,
    published ? `passes = ${group} / ${working};` : 'passes = 1;',
  ];
}

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

/** The published model's work for the one unit of the one device that stand for all: how many groups it
 * gets, with the remainders as published, and one more round than there are groups unless there is but
 * one (an off-by-one of the published model). */
function publishedGroups(context: ModelContext): Lines {
  if (context.tail) return reductionGroups(context);
  return [
    `groups = size / ${factor(context, context.kernel.localSize)};`,
    'groups = groups / ND + groups % ND;    /* of a device */',
    'groups = groups / NU + groups % NU;    /* of a unit */',
    'groups = (groups == 1 -> 1 : groups + 1);',
    ...roundsOf(context, '1'),
    'devices = 1;',
    'units = 1;',
  ];
}

/** The published model of a reduction: tiles that do not fit are cut, the groups come one after the
 * other, and the tail is one more round. */
function reductionGroups(context: ModelContext): Lines {
  const group = factor(context, context.kernel.localSize);
  const tiled = context.kernel.parameters.some(({ name }) => name === 'TS');
  const tile = context.rename('TS');
  return [
    ...(tiled
      ? ['if', `:: ${group} * ${tile} > size -> ${tile} = size / ${group}`, ':: else', 'fi;']
      : []),
    `groups = ${factor(context, context.kernel.items)} / ${group};`,
    'groups = (groups > 0 -> groups : 1) + 1;    /* and the round of the tail */',
    ...roundsOf(context, '2'),
    'devices = 1;',
    'units = 1;',
  ];
}

/** Where all groups take the same time only the first is run, and its time multiplied. `left` is how
 * many rounds there are then. */
const roundsOf = ({ folding }: ModelContext, left: string): Lines =>
  folding.repeats && folding.units
    ? [`rounds = groups${left === '1' ? '' : ' - 1'};`, `groups = ${left};`]
    : [];

/** The work-groups of the NDRange, and the units and devices that get any. */
function openclGroups(context: ModelContext): Lines {
  return [
    `groups = ${factor(context, context.kernel.items)} / ${factor(context, context.kernel.localSize)};`,
    ...(context.folding.units
      ? [
          'groups = (groups + ND * NU - 1) / (ND * NU);    /* of the unit with the most */',
          'units = 1;',
          'devices = 1;',
        ]
      : ['units = (groups < ND * NU -> groups : ND * NU);', 'devices = (units + NU - 1) / NU;']),
    ...roundsOf(context, '1'),
  ];
}
