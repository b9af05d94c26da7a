import type { Scalar } from '../../scalar.ts';
import type { HostFault } from '../../syntax.ts';
import type { TreeNode } from '../../tree-node.ts';
import { MOST_VALUES } from '../listed-contents.ts';
import type { Frame } from '../host-names.ts';
import type { Host } from '../host.ts';
import { elementsIn, type ElementSize } from '../host-text.ts';
import { isReadOnly, takesPointer } from '../host-writers.ts';
import { isKind } from '../runtime-calls.ts';
import { type Value } from './cells.ts';
import { isChanged } from './reading.ts';
import { type Array, expressionOf, inWords, ofMember, valuesIn } from './contents.ts';
import { nameOfCall } from './functions.ts';
import { HostRun, type Seen, type SymbolSeen } from './host-run.ts';
import { evaluate, type Expr, ExprError, num } from '../../expr.ts';
import { parseExpr } from '../../expr-parser.ts';
import { type Launch, launchesIn } from '../launch.ts';
import { converted, numberIn, scalarNamed } from './numbers.ts';

/** Arrays and numbers that a launch is given, where the host's statements were followed. */

interface Places {
  readonly run: HostRun;
  /** Found once for all rounds, by argument and member. */
  readonly arrays: Map<string, readonly Array[] | undefined>;
  /** Arguments by their nodes. */
  readonly at: ReadonlyMap<number, { readonly launch: TreeNode; readonly place: number }>;
  /** Names of the device's variables by the nodes that stand for them. */
  readonly symbols: Map<number, string>;
  /** Memory of the device is made by the text. */
  readonly allocates: boolean;
}

const RUNS = new WeakMap<TreeNode, Places>();

export function placesIn(host: Host): Places {
  const known = RUNS.get(host.root);
  if (known) return known;
  const launches = launchesIn(host.root);
  const run = new HostRun(host.root, launches, {
    isReadOnly: (kernel, place) => isReadOnly(host, kernel, place),
    takesPointer: (kernel, place) => takesPointer(host, kernel, place),
  });
  const at = launches.flatMap(({ node, args }) =>
    args.map((arg, place) => [arg.id, { launch: node, place }] as const),
  );
  const allocates = host.root
    .descendantsOfType('call_expression')
    .some((call) => isKind(nameOfCall(call.childForFieldName('function')), 'allocate'));
  const made = { run, arrays: new Map(), at: new Map(at), symbols: new Map(), allocates };
  RUNS.set(host.root, made);
  return made;
}

/** Faults of the host, at launches of a kernel or anywhere. */
export const faultsIn = (
  host: Host,
  launches: readonly Launch[],
): readonly { readonly is: HostFault['is']; readonly node: TreeNode }[] =>
  [...placesIn(host).run.faults].flatMap(([node, is]) =>
    is === 'other direction' || launches.some((each) => each.node.id === node.id)
      ? [{ is, node }]
      : [],
  );

/** The round of a launch that is asked for; undefined for all. */
export const roundOf = ({ step }: Host, launch: TreeNode): number | undefined =>
  step?.launch.node.id === launch.id ? step.round : undefined;

/** The source that the host copied last to a device variable: an argument in all but name. */
export function symbolPassed(
  host: Host,
  name: string,
  launched: Frame,
): { readonly arg: TreeNode; readonly frame: Frame } | undefined {
  const { symbols } = placesIn(host);
  const rounds = symbolRounds(host, name) ?? [];
  const [source, another] = new Set(rounds.map((each) => each.source));
  const own = rounds[0]?.symbol.node;
  // A function may set several: its argument stands for the first.
  const isOf = source && (symbols.get(source.id) ?? name) === name;
  const arg = another === undefined && isOf ? source : own;
  if (!arg || !own) return undefined;
  symbols.set(arg.id, name);
  const frame = host.frameAt(arg);
  const isBeside = frame.function?.id === launched.function?.id;
  if (arg !== own) return { arg, frame: isBeside ? { ...launched, at: arg } : frame };
  // Its initial value is not what it has later.
  const unknown = { node: host.root, frame: { function: undefined, given: new Map() } };
  return { arg, frame: { function: undefined, given: new Map([[name, unknown]]) } };
}

/** A variable of the device in each round of the launch that is asked for. */
export function symbolRounds(host: Host, name: string): readonly SymbolSeen[] | undefined {
  const launch = host.step?.launch.node;
  const rounds = launch && placesIn(host).run.symbolsAt(launch, roundOf(host, launch));
  const found = rounds?.flatMap((each) => each.get(name) ?? []);
  return found?.length === rounds?.length ? found : undefined;
}

/** Contents of a variable of the device as an expression of `i`, where they are the same in all rounds. */
export function symbolContents(host: Host, name: string): string | undefined {
  const { types } = placesIn(host).run;
  const [only, another] = new Set(
    symbolRounds(host, name)?.map(({ memory }) =>
      expressionOf({ cells: memory, from: 0, length: types.lengthOf(memory) }),
    ),
  );
  return another === undefined ? only : undefined;
}

/** An argument in each of its rounds; undefined where others may be, or numbers are taken for the text's own. */
export function roundsOf(host: Host, arg: TreeNode, isAny = false): readonly Seen[] | undefined {
  const { run, at, symbols } = placesIn(host);
  if (host.isChoosing && !isAny) return undefined;
  const symbol = symbols.get(arg.id);
  if (symbol !== undefined) return symbolRounds(host, symbol);
  const place = at.get(arg.id);
  if (!place) return undefined;
  const round = roundOf(host, place.launch);
  const one = round === undefined ? undefined : run.roundAt(place.launch, round);
  const rounds = one ? [one] : run.at(place.launch);
  const found = rounds?.flatMap((each) => each[place.place] ?? []);
  return found?.length === rounds?.length ? found : undefined;
}

/** One after the other in its rounds; undefined where it is not known in all. */
export function arraysAt(
  host: Host,
  arg: TreeNode,
  member: string,
  isAny = false,
): readonly Array[] | undefined {
  const { arrays } = placesIn(host);
  const { step } = host;
  const round = `${step?.launch.node.id} ${step?.round ?? ''}`;
  const key = `${arg.id} ${isAny || !host.isChoosing} ${round} ${member}`;
  if (!arrays.has(key)) arrays.set(key, arraysOf(host, arg, member, isAny));
  return arrays.get(key);
}

function arraysOf(
  host: Host,
  arg: TreeNode,
  member: string,
  isAny: boolean,
): readonly Array[] | undefined {
  const { run } = placesIn(host);
  const rounds = roundsOf(host, arg, isAny);
  const arrays = rounds?.flatMap((seen): Array[] => {
    const value = ofMember(seen.value, member);
    if (value?.kind !== 'pointer' || !value.to) return [];
    const cells = member === '' ? seen.cells : seen.members.get(value.to);
    return cells ? [{ cells, from: value.at, length: run.types.lengthOf(cells) }] : [];
  });
  if (arrays?.length !== rounds?.length) return undefined;
  // The same in many rounds is one.
  return arrays?.filter(
    ({ cells, from }, i) =>
      i === 0 || arrays[i - 1]?.cells !== cells || arrays[i - 1]?.from !== from,
  );
}

/** Contents of an array as an expression of `i`, where the host's statements tell all of them.
 * @param of a member of the structs that are its elements */
export function contentsSeen(
  host: Host,
  arg: TreeNode,
  member: string,
  element: Scalar,
  of?: string,
): string | undefined {
  const [first, ...others] = (arraysAt(host, arg, member) ?? []).map((array) => {
    const name = array.cells.element;
    if (!name || name.stars > 0) return undefined;
    const { types } = placesIn(host).run;
    const own = of === undefined ? name : types.membersOf(name)?.find((each) => each.member === of);
    const held = own?.stars === 0 ? scalarNamed(types.resolved(own).name) : undefined;
    return held === element ? expressionOf(array, of) : undefined;
  });
  return others.every((each) => each === first) ? first : undefined;
}

/** A text's expression of `i` has the value of each element that was seen. */
export function isAsSeen(host: Host, arg: TreeNode, member: string, text: string): boolean {
  const expr = parseExpr(text);
  return (arraysAt(host, arg, member) ?? []).every((array) => {
    const values = valuesIn(array) ?? [];
    const length = Math.min(array.length ?? 0, MOST_VALUES);
    return (
      expr !== undefined &&
      Array.from({ length }, (_, i) => values[i] ?? values[0]).every((value, i) => {
        const known = value?.kind === 'whole' || value?.kind === 'real' ? Number(value.value) : NaN;
        return valueAt(expr, i) === known;
      })
    );
  });
}

function valueAt(expr: Expr, i: number): number | undefined {
  try {
    return evaluate(expr, { i });
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

/** Elements may have been changed since the text told of them, or nobody has set them. */
export const isOtherSeen = (host: Host, arg: TreeNode, member: string): boolean =>
  (arraysAt(host, arg, member, true) ?? []).some(({ cells, length = Infinity }) => {
    const { rest, values } = cells;
    const all = [...(values.size < length ? [rest] : []), ...values.values()];
    const isUnset = cells.place !== 'host' && all.some(({ kind }) => kind === 'unset');
    return (
      isUnset || (!host.isChoosing && all.some((each) => each.kind === 'lost' && isChanged(each)))
    );
  });

/** Blocks or threads of a launch, where they are the same in all rounds. */
export function sizesSeen(
  host: Host,
  { node }: Launch,
  size: TreeNode | undefined,
): readonly Expr[] | undefined {
  const rounds = size && !host.isChoosing ? sizesOf(host, node, size) : [];
  const [first, ...others] = rounds.map((round) =>
    ['.x', '.y', '.z'].map((member) => {
      const own = ofMember(round, member);
      return own && numberIn(own);
    }),
  );
  const isSame = others.every((each) => each.join() === first?.join());
  const told = first?.flatMap((each) => (each === undefined ? [] : [num(each)]));
  if (!isSame || told?.length !== 3) return undefined;
  return told.slice(0, Math.max(1, (first?.findLastIndex((each) => each !== 1) ?? 0) + 1));
}

/** A number that is the same in all rounds, as pragmas write it in a type. */
export function numberSeen(
  host: Host,
  arg: TreeNode,
  member: string,
  type: Scalar,
): string | undefined {
  const texts = new Set(
    roundsOf(host, arg)?.map(({ value }) => {
      const own = ofMember(value, member);
      return own && inWords(converted(own, type));
    }),
  );
  return texts.size === 1 ? [...texts][0] : undefined;
}

/** Elements behind an argument, where they are as many in all rounds. */
export function lengthSeen(
  host: Host,
  arg: TreeNode,
  member: string,
  element: ElementSize,
): number | undefined {
  const lengths = new Set(
    arraysAt(host, arg, member)?.map(({ cells, from }) => {
      const own = placesIn(host).run.types.bytesOf(cells.element);
      return cells.bytes === undefined || own === undefined || element.bytes === undefined
        ? undefined
        : elementsIn(cells.bytes - from * own, element);
    }),
  );
  const [only = -1] = lengths;
  return lengths.size === 1 && only >= 0 ? only : undefined;
}

/** Elements of the array in front of an argument, where they are as many in all rounds. */
export function elementsBeforeSeen(host: Host, arg: TreeNode): number | undefined {
  const [only, another] = new Set(arraysAt(host, arg, '')?.map(({ from }) => from));
  return another === undefined && (only ?? 0) > 0 ? only : undefined;
}

/** Blocks, threads, or bytes of shared memory, of the rounds that are asked for. */
export function sizesOf(host: Host, launch: TreeNode, size: TreeNode): readonly Value[] {
  const { run } = placesIn(host);
  const round = roundOf(host, launch);
  const one = round === undefined ? undefined : run.sizeAt(launch, size, round);
  return one ? [one] : run.sizesAt(launch, size);
}

/** Bytes of shared memory, where they are as many in all rounds. */
export function bytesSeen(host: Host, { node, bytes }: Launch): number | undefined {
  const rounds = bytes && !host.isChoosing ? sizesOf(host, node, bytes) : [];
  const [only, another] = new Set(rounds.map(numberIn));
  return another === undefined ? only : undefined;
}

/** The device can access the host's memory. */
const IS_SHARED = /HostRegister|PageableMemoryAccess|MemAdvise/;

/** An argument leads to memory that is freed, or the host's own. */
export const isNotHeld = (host: Host, arg: TreeNode): boolean =>
  !IS_SHARED.test(host.root.text) &&
  ((arraysAt(host, arg, '', true) ?? []).some(
    ({ cells }) => cells.isFreed || cells.place === 'host',
  ) ||
    (roundsOf(host, arg, true) ?? []).some(({ value }) => value.kind === 'unset'));
