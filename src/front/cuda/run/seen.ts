import { isInteger, type Scalar } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';
import { chosen, MOST_VALUES } from '../listed-contents.ts';
import type { Host } from '../host.ts';
import { decimal, elementsIn, type ElementSize } from '../host-text.ts';
import { isReadOnly } from '../host-writers.ts';
import { isKind } from '../runtime-calls.ts';
import { shortest } from '../host-reals.ts';
import { type Cells, isChanged, type Value } from './cells.ts';
import { nameOfCall } from './functions.ts';
import { HostRun, type Seen } from './host-run.ts';
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
  /** Memory of the device is made by the text. */
  readonly allocates: boolean;
}

const RUNS = new WeakMap<TreeNode, Places>();

export function placesIn(host: Host): Places {
  const known = RUNS.get(host.root);
  if (known) return known;
  const launches = launchesIn(host.root);
  const run = new HostRun(host.root, launches, (kernel, place) => isReadOnly(host, kernel, place));
  const at = launches.flatMap(({ node, args }) =>
    args.map((arg, place) => [arg.id, { launch: node, place }] as const),
  );
  const allocates = host.root
    .descendantsOfType('call_expression')
    .some((call) => isKind(nameOfCall(call.childForFieldName('function')), 'allocate'));
  const made = { run, arrays: new Map(), at: new Map(at), allocates };
  RUNS.set(host.root, made);
  return made;
}

/** An array behind an argument, in one round. */
export interface Array {
  readonly cells: Cells;
  readonly from: number;
  readonly length: number | undefined;
}

/** An argument in each of its rounds; undefined where others may be, or numbers are taken for the text's own. */
export function roundsOf(host: Host, arg: TreeNode, isAny = false): readonly Seen[] | undefined {
  const { run, at } = placesIn(host);
  const place = at.get(arg.id);
  const rounds = place && (isAny || !host.isChoosing) ? run.at(place.launch) : undefined;
  const found = rounds?.flatMap((round) => round[place?.place ?? 0] ?? []);
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
  const key = `${arg.id} ${isAny || !host.isChoosing} ${member}`;
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

/** @param member as `.a[2].x` */
export function ofMember(value: Value, member: string): Value | undefined {
  let at: Value | undefined = value;
  for (const name of member.match(/\w+/g) ?? [])
    at = at?.kind === 'struct' ? at.members.get(name) : undefined;
  return at;
}

/** All elements, where each is told. */
function valuesIn({ cells, from, length }: Array): readonly Value[] | undefined {
  if (length === undefined || length <= 0 || from !== 0 || cells.isFreed) return undefined;
  if (cells.values.size === 0) return [cells.rest];
  if (length > MOST_VALUES) return undefined;
  return Array.from({ length }, (_, i) => cells.values.get(i) ?? cells.rest);
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
    const words = held === element ? valuesIn(array)?.map((each) => wordsOf(each, of)) : undefined;
    if (!words || words.length === 0) return undefined;
    const told = words.flatMap((each) => each ?? []);
    return told.length === words.length ? chosen(told, 0, told.length) : undefined;
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

const wordsOf = (value: Value, member: string | undefined): string | undefined => {
  const own = member === undefined ? value : ofMember(value, `.${member}`);
  return own && inWords(own);
};

export function inWords(value: Value): string | undefined {
  if (value.kind === 'whole')
    return isInteger(value.type) && Number.isSafeInteger(Number(value.value))
      ? String(value.value)
      : undefined;
  if (value.kind !== 'real' || !Number.isFinite(value.value)) return undefined;
  return decimal(value.type === 'float' ? shortest(value.value) : value.value);
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
  const rounds = size && !host.isChoosing ? placesIn(host).run.sizesAt(node, size) : [];
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

/** Arguments of a step's launch that lead to what launches before it have left, and nobody else has set. */
export function setByLaunches<Step extends { readonly kind: string; readonly launch?: Launch }>(
  host: Host,
  { node, args }: Launch,
  step: Step,
  steps: readonly Step[],
): readonly boolean[] {
  const own = steps.filter((each) => each.launch?.node.id === node.id);
  const rounds = placesIn(host).run.at(node);
  // One that is followed otherwise here and there is not told.
  const seen = rounds?.length === own.length ? rounds[own.indexOf(step)] : undefined;
  return args.map((_, place) => {
    const cells = seen?.[place]?.cells;
    return cells?.values.size === 0 && cells.rest.kind === 'open' && !isChanged(cells.rest);
  });
}

/** Bytes of shared memory, where they are as many in all rounds. */
export function bytesSeen(host: Host, { node, bytes }: Launch): number | undefined {
  const rounds = bytes && !host.isChoosing ? placesIn(host).run.sizesAt(node, bytes) : [];
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
