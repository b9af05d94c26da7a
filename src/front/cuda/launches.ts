import { inText } from '../read-variant.ts';
import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';
import type { Span } from '../../base/span.ts';
import { type Expr, show } from '../expr.ts';
import { type Pragma, standingFor } from '../pragma.ts';
import type { Declarator, EmptyArgument, HostFault, OpenType } from '../syntax.ts';
import type { Frame } from './host-names.ts';
import { isLoop } from './host-loops.ts';
import type { Host } from './host.ts';
import { callsOf } from './argument-types.ts';
import { contains } from './host-text.ts';
import {
  argumentsOf,
  arraysOfOpenLength,
  isSymbolArray,
  passedTo,
  sharedOf,
} from './launch-arguments.ts';
import { Choice, type Chosen, type LaunchOrigin } from './choice.ts';
import { chosenLaunch, lengthsOfTold, MOST_ITEMS, type Strides } from './launch-choice.ts';
import { gridOf, numberOf, toldSizes } from './launch-grid.ts';
import type { Launch } from './launch.ts';
import { emptyArguments } from './run/empty-arguments.ts';
import { isNotHeld, symbolContents } from './run/seen.ts';
import type { LaunchStep } from './run/steps.ts';
import { frameOf } from './sequence.ts';
import { mayBePart } from './part-launch.ts';
import { meetingArrays } from './meeting-arrays.ts';
import { isOtherwise } from './same-launch.ts';
import { isBetweenElements } from './passed-arrays.ts';

/** Launches of kernels in the host's text, as the pragmas that would say the same. */

/** So many can be stated, if some blocks stand for all. */
const MOST_STATED = 2 ** 26;

/** Pragmas for a kernel's launch; `isLaunchOpen` where the text does not tell its groups. */
export interface Stated {
  readonly stated: readonly Pragma[];
  readonly statedToRun: readonly Pragma[];
  readonly isLaunchOpen: boolean;
  /** Launches of the same kernel that state something else. */
  readonly otherLaunches: readonly Span[];
  readonly faults?: readonly HostFault[];
  readonly isLaunchedAgain?: boolean;
  readonly findsLeft?: boolean;
  /** Arguments that may come to be one array, by pointers that change places. */
  readonly mayMeet?: readonly (readonly [string, string])[];
  /** Arrays of which nobody tells one length for each launch. */
  readonly ofOpenLength?: readonly string[];
  /** Arrays that are freed when they are passed, or no memory of the device. */
  readonly notHeld?: readonly string[];
  readonly notAligned?: readonly string[];
  readonly openTypes?: readonly OpenType[];
  /** Pointers that lead nowhere, or to memory that nobody has set. */
  readonly empty?: readonly EmptyArgument[];
  /** The only launch that it may have is one of kernels that nobody tells. */
  readonly unfollowed?: Span;
}

export const NOT_STATED: Stated = {
  stated: [],
  statedToRun: [],
  isLaunchOpen: false,
  otherLaunches: [],
};

/** Another launch than is run: of fewer threads, with numbers that fill whole blocks, or as large as it is told. */
export type LaunchAs = 'fewer' | 'whole' | 'told';

/** Where and of what a launch is asked for. */
export interface AboutLaunch {
  readonly parameters: readonly Declarator[];
  /** The device's own. */
  readonly variables: readonly Declarator[];
  /** The array that the launch's bytes are for. */
  readonly dynamic: Declarator | undefined;
  /** Those that the kernel asks about. */
  readonly dimensions: number;
  /** Stated values of arguments, by name. */
  readonly given: ReadonlyMap<string, Expr>;
  readonly launchAs: LaunchAs | undefined;
  readonly strided: Strides;
  /** The kernel's definition. */
  readonly kernel: TreeNode;
  /** One of several in their order, which go on with what it leaves. */
  readonly isFollowed?: boolean;
  /** A launch that may be of this kernel, too. */
  readonly open: TreeNode | undefined;
  readonly spanOf: (node: TreeNode) => Span;
}

/** A kernel whose only launch may be one of kernels that nobody tells. */
export function unfollowedBy(by: TreeNode, { parameters, spanOf }: AboutLaunch): Stated {
  const span = spanOf(by);
  const names = pointersOf(parameters);
  return {
    ...NOT_STATED,
    isLaunchOpen: true,
    unfollowed: span,
    mayMeet: pairsOf(names),
    ofOpenLength: names,
    empty: names.map((name) => ({ name, is: 'not followed', by: span })),
  };
}

/** The pragmas that state what a kernel's launch does: of several the one that tells most, or the first. */
export function statedBy(host: Host, launches: readonly Launch[], about: AboutLaunch): Stated {
  const reached = launches.filter((launch) => isReached(host, launch.node));
  const told = (reached.length > 0 ? reached : launches).map((launch) => ({
    launch,
    said: host.inRound({ launch, round: undefined }, () =>
      statedByOne(host, launch, host.frameAt(launch.node), about),
    ),
  }));
  const [most, ...others] = told.toSorted((a, b) => b.said.stated.length - a.said.stated.length);
  const { open } = about;
  if (most === undefined) return open ? unfollowedBy(open, about) : NOT_STATED;
  const own = inText(most.said);
  const otherLaunches = others.flatMap(({ launch, said }) =>
    inText(said) === own && !isOtherwise(most.launch, launch, about.parameters)
      ? []
      : [about.spanOf(launch.node)],
  );
  if (open) otherLaunches.push(about.spanOf(open));
  const isLaunchedAgain = others.length > 0 || open !== undefined || isRepeated(most.launch.node);
  const mayMeet = told.flatMap(
    ({ launch, said }) =>
      said.mayMeet ?? meetingArrays(host, launch, about.parameters, isChosen(said), untoldIn(said)),
  );
  const ofEach = (key: 'ofOpenLength' | 'notHeld' | 'notAligned'): readonly string[] => [
    ...new Set(told.flatMap(({ said }) => said[key] ?? [])),
  ];
  return {
    ...most.said,
    otherLaunches,
    isLaunchedAgain,
    mayMeet,
    ofOpenLength: ofEach('ofOpenLength'),
    notHeld: ofEach('notHeld'),
    notAligned: ofEach('notAligned'),
  };
}

/** Arguments that are pointers, or members of structs that are. */
const pointersOf = (parameters: readonly Declarator[]): readonly string[] =>
  parameters.flatMap(({ name, type, space }) => {
    if (space === 'local') return [];
    if (type.kind === 'pointer') return [name];
    const members = type.kind === 'struct' ? (type.members ?? []) : [];
    return members.flatMap((each) =>
      each.type.kind === 'pointer' ? [`${name}.${each.name}`] : [],
    );
  });

const pairsOf = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));

/** A place that `main` may come to more than once; functions that nobody calls here are called from elsewhere. */
function isRepeated(place: TreeNode): boolean {
  for (let at = place.parent; at !== null; at = at.parent) {
    if (isLoop(at) || at.type === 'lambda_expression') return true;
    if (at.type !== 'function_definition') continue;
    if (/\bmain\s*\(/.test(at.childForFieldName('declarator')?.text ?? '')) return false;
    const [only, another] = callsOf(at);
    return only === undefined || another !== undefined || contains(at, only) || isRepeated(only);
  }
  return true;
}

const isChosen = ({ statedToRun }: Stated): boolean =>
  statedToRun.some((each) => each.kind === 'items' && each.isAssumed === true);

const lengthsIn = (pragmas: readonly Pragma[]): ReadonlySet<string> =>
  new Set(
    pragmas.flatMap((each) =>
      each.kind === 'array' && each.isAssumed !== true ? [each.target.name] : [],
    ),
  );

/** Arrays of which neither the text nor the followed host tells the length. */
function untoldIn({ statedToRun, ofOpenLength = [] }: Stated): readonly string[] {
  const told = lengthsIn(statedToRun);
  return ofOpenLength.filter((name) => !told.has(name));
}

/** True if the conditions around a place may hold with the host's numbers. */
function isReached(host: Host, place: TreeNode): boolean {
  for (let at = place; at.parent && at.type !== 'function_definition'; at = at.parent) {
    if (at.parent.type !== 'if_statement') continue;
    const isThen = at.parent.childForFieldName('consequence')?.id === at.id;
    const isElse = at.parent.childForFieldName('alternative')?.id === at.id;
    const asked = at.parent.childForFieldName('condition')?.childForFieldName('value');
    const value = isThen || isElse ? host.value(asked, host.frameAt(at.parent)) : undefined;
    if (value?.kind === 'number' && (value.value !== 0) !== isThen) return false;
  }
  return true;
}

/** For a dimension of a block whose others are told: planes of an image, heads. */
const LAYERS = 3;

/** Threads that the machine's occupancy asks for, in whole warps. */
const THREADS = 256;

/** The block's threads are what `cudaOccupancyMaxPotentialBlockSize` says. */
function isOccupancy(
  host: Host,
  block: TreeNode | undefined,
  { function: inside }: Frame,
): boolean {
  const calls = (inside ?? host.root).descendantsOfType('call_expression');
  return calls.some((call) => {
    const callee = call.childForFieldName('function')?.text ?? '';
    const [, threads] = named(call.childForFieldName('arguments') ?? null);
    return (
      /^(?:cuda|hip)OccupancyMaxPotentialBlockSize/.test(callee) &&
      threads !== undefined &&
      threads.text.replace(/^&/, '') === block?.text
    );
  });
}

/** The pragmas that state what a launch does in one of its rounds. */
export const statedInStep = (host: Host, step: LaunchStep, about: AboutLaunch): Stated =>
  host.inRound(step, () => statedByOne(host, step.launch, frameOf(host, step), about));

/** The pragmas that state what one launch does. */
function statedByOne(host: Host, launch: Launch, frame: Frame, about: AboutLaunch): Stated {
  const threads = toldSizes(host, launch, launch.block, frame);
  const isAsked = threads === undefined && isOccupancy(host, launch.block, frame);
  const isPart = isAsked || (threads?.includes(undefined) === true && threads.some((each) => each));
  const layers = new Choice(
    (_, told) => (isPart && told === undefined ? (isAsked ? THREADS : LAYERS) : undefined),
    () => false,
  );
  const chosen = host.choosing(layers, () => host.sizes(launch.block, frame));
  return isPart && chosen?.every((each) => each) === true
    ? host.holding(layers, () => statedWith(host, launch, frame, about, layers))
    : statedWith(host, launch, frame, about);
}

function statedWith(
  host: Host,
  launch: Launch,
  frame: Frame,
  about: AboutLaunch,
  layers?: Choice,
): Stated {
  const { parameters, dynamic, dimensions, given, launchAs, strided, isFollowed, spanOf } = about;
  const held = [...(layers?.chosen.values() ?? [])];
  parameters.forEach(({ name, type }, i) => {
    const [arg, value] = [launch.args[i], given.get(name)];
    if (arg && value && type.kind === 'scalar') host.bind(arg, frame, value);
  });
  const told = () => ({
    grid: gridOf(host, launch, frame, dimensions),
    own: argumentsOf(host, launch, frame, parameters),
    shared: sharedOf(host, launch, frame, about.kernel, dynamic),
  });
  const plain = told();
  // Blocks, or their threads, may be a variable of a loop.
  const first = plain.grid?.isTold === true ? undefined : host.inFirstRounds(told);
  const isOfRound = first?.made.grid?.isTold === true && first.rounds.size > 0;
  const { grid, own, shared } = isOfRound ? first.made : plain;
  const span = spanOf(launch.node);
  const packed = launch.packed ? pointersOf(parameters.slice(launch.args.length)) : [];
  const isMade = isReached(host, launch.node);
  const variables = about.variables.flatMap(({ name }) => {
    const contents = symbolContents(host, name);
    return contents === undefined ? [] : [`input ${name}[i] = ${contents}`];
  });
  const pragmas = (
    items: readonly Expr[],
    args: readonly string[],
    origin: LaunchOrigin,
  ): readonly Pragma[] => {
    const lines = [...args, ...(shared ?? []), ...variables].flatMap((line) =>
      standingFor(line, span),
    );
    if (grid === undefined) return lines;
    return [
      ...standingFor(
        `items ${shownAll(items)}`,
        span,
        held.length === 0
          ? origin
          : { isAssumed: true, chosen: [...(origin.chosen ?? []), ...held] },
      ),
      ...standingFor(`local_size ${shownAll(grid.local)}`, span),
      ...lines,
    ];
  };
  let empty = emptyArguments(host, passedTo(host, launch, frame, parameters));
  const run = (): readonly Pragma[] => {
    if (grid === undefined) return pragmas([], [], { isAssumed: false });
    // The numbers are those of another launch.
    if (!isMade) return pragmas(grid.few, [], { isAssumed: true });
    const items = numberOf(grid.items, host.greatest) ?? 0;
    const mayStand = (mayBeLong: boolean): boolean =>
      items > MOST_ITEMS &&
      items <= MOST_STATED &&
      launchAs === undefined &&
      !isFollowed &&
      mayBePart(host, launch, frame, about, mayBeLong);
    const isPart =
      grid.isTold && (mayStand(false) || (launchAs === 'told' && items <= MOST_STATED));
    if (grid.isTold && launchAs !== 'fewer' && (items <= MOST_ITEMS || isPart)) {
      const { made: args, rounds } = isOfRound
        ? { made: own, rounds: first.rounds }
        : host.inFirstRounds(() => argumentsOf(host, launch, frame, parameters));
      const lengths = lengthsOfTold(host, launch, frame, parameters, grid);
      return [
        ...pragmas(grid.items, args, {
          isAssumed: false,
          ...(rounds.size > 0 && { chosen: inWords(rounds) }),
          isTooLarge: isPart,
        }),
        ...lengths.flatMap((line) => standingFor(line, span, { isAssumed: true })),
      ];
    }
    const choose = () => {
      const asked = { isWhole: launchAs === 'whole', strided };
      const ask = (isEager: boolean) =>
        chosenLaunch(host, launch, frame, parameters, grid, { ...asked, isEager });
      return ask(false) ?? (grid.isTold ? ask(true) : undefined);
    };
    const { made, rounds } = host.inFirstRounds(choose);
    if (made !== undefined) {
      ({ empty } = made);
      return [
        ...pragmas(made.items, made.args, {
          isAssumed: true,
          chosen: [...made.chosen, ...inWords(rounds)],
        }),
        ...made.lengths.flatMap((line) => standingFor(line, span, { isAssumed: true })),
      ];
    }
    // Nothing smaller can be chosen: some blocks stand for all.
    if (grid.isTold && mayStand(true))
      return pragmas(grid.items, own, { isAssumed: false, isTooLarge: true });
    return pragmas(grid.few, grid.isTold ? [] : own, { isAssumed: true, isTooLarge: grid.isTold });
  };
  const statedToRun = run();
  const ofLength = lengthsIn(statedToRun);
  const passed = passedTo(host, launch, frame, parameters).filter(
    ({ parameter }) => !isSymbolArray(parameter),
  );
  const pointersThat = (fails: (arg: TreeNode, own: Frame) => boolean): readonly string[] =>
    passed.flatMap(({ parameter: { name, type }, arg, frame: own }) =>
      type.kind === 'pointer' && fails(arg, own) ? [name] : [],
    );
  const leadsNowhere = (array: string): boolean =>
    empty.some(({ name, is }) => name === array && is === 'null');
  return {
    stated: pragmas(grid?.items ?? [], own, { isAssumed: grid?.isTold === false || !isMade }),
    statedToRun,
    isLaunchOpen: grid === undefined,
    otherLaunches: [],
    ofOpenLength: [
      ...passed
        .flatMap(({ parameter, arg, frame: own }) =>
          arraysOfOpenLength(host, parameter, arg, own, ofLength),
        )
        .filter((name) => !leadsNowhere(name)),
      ...packed,
      ...(shared === undefined && dynamic ? [dynamic.name] : []),
    ],
    notHeld: pointersThat((arg) => isNotHeld(host, arg)),
    notAligned: pointersThat((arg, own) => isBetweenElements(host, arg, own)),
    ...(packed.length > 0 && { mayMeet: pairsOf(pointersOf(parameters)) }),
    empty: [
      ...empty.map((each) => ({ ...each, by: spanOf(each.by) })),
      ...packed.map((name) => ({ name, is: 'not followed', by: span }) as const),
    ],
  };
}

const inWords = (rounds: ReadonlyMap<string, number>): readonly Chosen[] =>
  [...rounds].map(([text, value]) => ({ text, value }));

const shownAll = (sizes: readonly Expr[]): string => sizes.map((each) => show(each)).join(', ');
