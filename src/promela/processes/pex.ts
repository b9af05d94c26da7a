import { assertUnreachable } from '../../base/diagnostic.ts';
import { dependsOnItem } from '../../kernel/algebra.ts';
import type { Block, Node, Space } from '../../kernel/ir.ts';
import { factor, type ModelContext, TAIL_ROUND, text } from '../context.ts';
import { atLeastZero, type Cost, countersIn, type Step } from '../phases.ts';
import { from, indent, type Line, type Lines } from '../writer.ts';
import { HAND_BACK, process, STOPPED, together } from './body.ts';
import { meetGlobally } from './global-barrier.ts';
import { canSkip, loopsIn, skipping } from './skipping.ts';

/** A processing element (Listing 8): passes over the kernel when told to go, waiting out the ticks of
 * each phase and meeting the others of its group at the barriers. In the OpenCL semantics it works for
 * the items me, me + NP, me + 2 NP, ... of the group, all of them between two barriers. */
export function pex(context: ModelContext): Line[] {
  const { usesGroup } = context;
  const baton = context.level !== 'free';
  const go = `u_pex ? go, eval(me)${usesGroup ? ', group' : ''}`;
  const ignored = usesGroup ? ', _' : '';
  return process(
    context,
    'pex(byte me; chan pex_b; chan b_pex; chan pex_u; chan u_pex)',
    declarations(context),
    [
      'do',
      `:: ${go} ->`,
      ...indent(
        baton
          ? [
              'back = pex_u;',
              ...indent(['pass:'], 0),
              ...body(context),
              'pex_u ! done, me;',
              'if',
              `:: ${go} -> goto pass`,
              `:: u_pex ? wait, eval(me)${ignored} -> ${HAND_BACK}`,
              `:: u_pex ? stop, eval(me)${ignored} -> break`,
              'fi',
            ]
          : [...body(context), 'pex_u ! done, me'],
        2,
      ),
      `:: u_pex ? stop, eval(me)${ignored} -> break`,
      'od;',
      ...(baton ? ['pex_u ! wait, me;'] : []),
      STOPPED,
    ],
  );
}

function declarations(context: ModelContext): string[] {
  const { profile, steps } = context;
  const several = profile.semantics === 'opencl';
  const tallied = new Set(
    [...steps, ...(context.tail ?? [])].flatMap((step) => spacesTallied(step, several)),
  );
  return [
    ...(profile.overlapsIterations ? ['long start_time;'] : []),
    'long wake = -1;   /* the tick this element waits for, -1 for none */',
    ...(context.level !== 'free'
      ? ['chan back;        /* who handed over the baton, and gets it back */']
      : []),
    ...(context.usesGroup ? ['int group;'] : []),
    ...(several
      ? ['int items;        /* work-items of this element in a group */', 'int item;']
      : []),
    ...(context.canDiverge
      ? ['byte meets;       /* the barrier this element waits at */', 'long agreed;']
      : []),
    ...[...tallied].map((space) => `long ${space}_ticks;`),
    ...[...new Set(countersIn([...steps, ...(context.tail ?? [])]))].map(
      (counter) => `long ${context.rename(counter)};`,
    ),
    ...loopsIn(steps)
      .filter((loop) => canSkip(context, loop))
      .map(({ counter }) => context.rename(counter))
      .map((counter) => `long ${counter}_mark, ${counter}_phase;`),
  ];
}

function spacesTallied(step: Step, several: boolean): Space[] {
  switch (step.kind) {
    case 'tally':
      return step.costs.map(({ space }) => space);
    case 'work':
      return several
        ? step.costs.filter(({ ticks }) => dependsOnItem(ticks)).map(({ space }) => space)
        : [];
    case 'loop':
      return step.body.flatMap((inner) => spacesTallied(inner, several));
    case 'branch':
      return [...step.then, ...step.otherwise].flatMap((inner) => spacesTallied(inner, several));
    case 'barrier':
      return [];
    default:
      return assertUnreachable(step);
  }
}

function body(context: ModelContext): Line[] {
  const { profile } = context;
  return [
    ...indent(profile.overlapsIterations ? ['start_time = time;'] : [], 0),
    ...indent(profile.semantics === 'opencl' ? [`items = ${itemsOfElement(context)};`] : [], 0),
    ...(context.tail ? withTail(context, context.tail) : allLines(context, context.steps)),
  ];
}

const allLines = (context: ModelContext, steps: readonly Step[]): Line[] =>
  steps.flatMap((step) => lines(context, step));

/** A reduction: when the last group is done, all meet and element 0 combines their results. Its ticks
 * are simply added to the time (Listing 15, lines 30 and 33). */
function withTail(context: ModelContext, tail: readonly Step[]): Line[] {
  const exact: ModelContext = { ...context, profile: { ...context.profile, extraTicks: 0 } };
  return indent(
    [
      'if',
      `:: ${TAIL_ROUND} ->`,
      ...indent(
        [
          ...meet(context, 1),
          'if',
          ':: me == 0 ->',
          ...indent([...allLines(exact, tail), 'skip'], 2),
          ':: else',
          'fi',
        ],
        2,
      ),
      ':: else ->',
      ...indent([...allLines(context, context.steps), 'skip'], 2),
      'fi;',
    ],
    0,
  );
}

/** The items of an element. Where elements are folded, 0 stands for those with the most items and 1 for
 * the others. */
function itemsOfElement(context: ModelContext): string {
  const group = groupSize(context);
  return context.folding.elements
    ? `(me == 0 -> (${group} + NP - 1) / NP : ${group} / NP)`
    : `(${group} - me + NP - 1) / NP`;
}

const groupSize = (context: ModelContext): string => factor(context, context.kernel.localSize);

function lines(context: ModelContext, step: Step): Line[] {
  switch (step.kind) {
    case 'work':
      return step.costs.flatMap((cost, index) => work(context, cost, step.fresh || index > 0));
    case 'tally':
      return tally(context, step);
    case 'barrier':
      return from(
        step.span,
        step.scope === 'local' ? meet(context, step.id) : meetGlobally(context, HAND_BACK),
      );
    case 'loop': {
      const counter = context.rename(step.counter);
      const divided = dependsOnItem(step.trips);
      const limit = divided ? 'agreed' : factor(context, step.trips);
      // The trip count is agreed on anew before each iteration: a variable for each nested loop would
      // make every state larger.
      const agree = divided ? agreement(context, factor(context, atLeastZero(step.trips))) : [];
      const skip = canSkip(context, step);
      return from(step.span, [
        `${counter} = 0;`,
        ...agree,
        ...(skip ? [`${counter}_mark = time;`, `${counter}_phase = -1;`] : []),
        'do',
        `:: ${counter} < ${limit} ->`,
        ...indent(
          step.body.flatMap((inner) => lines(context, inner)),
          2,
        ),
        `    ${counter}++${divided || skip ? ';' : ''}`,
        ...indent(agree, 2),
        ...indent(skip ? skipping(context, counter, limit) : [], 2),
        ':: else -> break',
        'od;',
        `${counter} = 0;`,
      ]);
    }
    case 'branch': {
      const divided = dependsOnItem(step.condition);
      const condition = text(context, step.condition);
      return from(step.span, [
        ...(divided ? agreement(context, `(${condition} -> 1 : 0)`) : []),
        'if',
        `:: ${divided ? 'agreed != 0' : condition} ->`,
        ...indent([...step.then.flatMap((inner) => lines(context, inner)), 'skip'], 2),
        ':: else ->',
        ...indent([...step.otherwise.flatMap((inner) => lines(context, inner)), 'skip'], 2),
        'fi;',
      ]);
    }
    default:
      return assertUnreachable(step);
  }
}

/** Sets `agreed` to a value that all items of this element must share, for they are about to meet the
 * same barriers; where they do not, the element stays here for ever. */
function agreement(context: ModelContext, value: string): Lines {
  if (context.profile.semantics === 'published') return [`agreed = ${value};`];
  return [
    'item = me;',
    `agreed = ${value};`,
    ...overItems(context, [`${value} == agreed;    /* otherwise: barrier divergence */`]),
    'item = 0;',
  ];
}

/** A loop over the items of this element. */
function overItems(context: ModelContext, inner: Lines): Lines {
  return [
    'item = me;',
    'do',
    `:: item < ${groupSize(context)} ->`,
    ...indent(inner, 2),
    '    item = item + NP',
    ':: else -> break',
    'od;',
  ];
}

/** Waiting out a phase whose cost is an expression. */
function work(context: ModelContext, cost: Cost, fresh: boolean): Line[] {
  const { profile } = context;
  const ticks = factor(context, cost.ticks);
  if (profile.semantics === 'published')
    return from(cost.span, wait(context, cost.space, ticks, fresh));
  if (!dependsOnItem(cost.ticks)) {
    return from(cost.span, wait(context, cost.space, `items * ${ticks}`, fresh));
  }
  const sum = `${cost.space}_ticks`;
  return from(cost.span, [
    ...together(context, [
      `${sum} = 0;`,
      ...overItems(context, [`${sum} = ${sum} + ${ticks};`]),
      'item = 0',
    ]),
    ...wait(context, cost.space, sum, fresh),
    `${sum} = 0;`,
  ]);
}

/** Adding up costs that have no closed form, and waiting them out. */
function tally(context: ModelContext, step: Extract<Step, { kind: 'tally' }>): Line[] {
  const sums = step.costs.map(({ space }) => `${space}_ticks`);
  const adding = addUp(context, step.nodes);
  const reset = [...new Set(indices(step.nodes))].map((index) => `${context.rename(index)} = 0;`);
  const [first] = step.costs;
  const computing = together(context, [
    ...sums.map((sum) => `${sum} = 0;`),
    ...(context.profile.semantics === 'published'
      ? adding
      : [...overItems(context, adding), 'item = 0;']),
    ...reset,
    'skip',
  ]);
  return [
    ...(first ? from(first.span, computing) : []),
    ...step.costs.flatMap(({ space, span }, index) =>
      from(span, [
        ...wait(context, space, `${space}_ticks`, step.fresh || index > 0),
        `${space}_ticks = 0;`,
      ]),
    ),
  ];
}

const indices = (block: Block): string[] =>
  countersIn([{ kind: 'tally', nodes: block, costs: [], fresh: true }]);

function addUp(context: ModelContext, block: Block): Line[] {
  return block.flatMap((node) => addUpNode(context, node));
}

function addUpNode(context: ModelContext, node: Node): Line[] {
  switch (node.kind) {
    case 'work':
      return from(
        node.span,
        [...context.profile.statementCost(node)].map(
          ([space, ticks]) => `${space}_ticks = ${space}_ticks + ${factor(context, ticks)};`,
        ),
      );
    case 'loop': {
      const counter = context.rename(node.index ?? '');
      return from(node.span, [
        `${counter} = 0;`,
        'do',
        `:: ${counter} < ${factor(context, node.trips)} ->`,
        ...indent(addUp(context, node.body), 2),
        `    ${counter}++`,
        ':: else -> break',
        'od;',
      ]);
    }
    case 'branch':
      return from(node.span, [
        'if',
        `:: ${text(context, node.condition)} ->`,
        ...indent([...addUp(context, node.then), 'skip'], 2),
        ':: else ->',
        ...indent([...addUp(context, node.otherwise), 'skip'], 2),
        'fi;',
      ]);
    case 'barrier':
    case 'return':
      throw new Error(`a ${node.kind} cannot be added up`);
    default:
      return assertUnreachable(node);
  }
}

/** Waiting out ticks. The beginning and the end are printed when a trail is replayed. */
function wait(context: ModelContext, space: Space, ticks: string, fresh: boolean): Lines {
  const { profile } = context;
  const baton = context.level !== 'free';
  const extra = profile.extraTicks > 0 ? ` + ${profile.extraTicks}` : '';
  const start = profile.overlapsIterations ? 'start_time' : 'time';
  return together(context, [
    ...(fresh && profile.overlapsIterations ? ['start_time = time;'] : []),
    `wake = ${start} + ${ticks}${extra};`,
    'if',
    ':: wake > time ->',
    ...indent(
      [
        `printf("@work %d ${space} %d %d\\n", _pid, time, wake);`,
        ...(baton
          ? [`${HAND_BACK};`, 'clk_p ? tick, eval(_pid);', 'back = p_clk']
          : ['running--;', 'clk_p ? tick, eval(_pid)']),
      ],
      2,
    ),
    ':: else',
    'fi;',
    'wake = -1',
  ]);
}

function meet(context: ModelContext, id: number): Lines {
  const mark = context.canDiverge ? [`meets = ${id};`] : [];
  if (context.level === 'free') return [...mark, 'pex_b ! done, me;', 'b_pex ? go, eval(me);'];
  return [
    ...mark,
    'pex_b ! done, me;',
    'if',
    ':: b_pex ? go, eval(me)',
    ':: b_pex ? wait, eval(me) ->',
    ...indent([`${HAND_BACK};`, 'b_pex ? go, eval(me);', 'back = pex_b'], 2),
    'fi;',
  ];
}
