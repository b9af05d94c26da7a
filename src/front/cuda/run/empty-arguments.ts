import type { Declarator, EmptyArgument } from '../../syntax.ts';
import type { TreeNode } from '../../tree-node.ts';
import { named as children } from '../../parsed.ts';
import type { Host } from '../host.ts';
import { isSymbolArray } from '../launch-arguments.ts';
import { isKind } from '../runtime-calls.ts';
import type { Value } from './cells.ts';
import type { Seen } from './host-run.ts';
import { type Array, ofMember } from './contents.ts';
import { arraysAt, placesIn, roundOf, roundsOf, symbolRounds } from './seen.ts';

/** Arguments of a launch that the host leaves without anything to read. */

/** Gaps of an array that are told. */
const MOST_GAPS = 4096;

/** An argument that leads nowhere, or to what nobody has set. */
export interface Empty {
  readonly is: EmptyArgument['is'];
  /** The null pointer, the allocation, or the call that sets it. */
  readonly by: TreeNode;
  readonly part?: EmptyArgument['part'];
}

/** An argument that leads nowhere, to what nobody has set, or to what is told and not followed. */
function emptySeen(host: Host, arg: TreeNode, member = ''): Empty | undefined {
  const rounds = roundsOf(host, arg, true) ?? [];
  const isNull = rounds.every((round) => {
    const value = ofMember(round.value, member);
    return value?.kind === 'pointer' && value.to === undefined;
  });
  if (rounds.length > 0 && isNull) return { is: 'null', by: arg };
  const [first] = arraysAt(host, arg, member, true) ?? [];
  const began = rounds.length > 0 ? first : firstRound(host, arg, member);
  if (!began && isUnfollowed(host, arg, rounds, member)) return { is: 'not followed', by: arg };
  const its = began && ofCells(host, began);
  return began === first || its?.is === 'unset' ? its : undefined;
}

/** The array of the first round, where nobody tells the others. */
function firstRound(host: Host, arg: TreeNode, member: string): Array | undefined {
  const { run, at } = placesIn(host);
  const place = at.get(arg.id);
  const seen = place && run.roundAt(place.launch, 0)?.[place.place];
  const value = seen && ofMember(seen.value, member);
  if (!seen || value?.kind !== 'pointer' || !value.to) return undefined;
  const cells = member === '' ? seen.cells : seen.members.get(value.to);
  return cells && { cells, from: value.at, length: run.types.lengthOf(cells) };
}

/** The host allocates memory, and nobody tells which of it an argument leads to. */
function isUnfollowed(host: Host, arg: TreeNode, rounds: readonly Seen[], member: string): boolean {
  const { run, at, allocates } = placesIn(host);
  const launch = at.get(arg.id)?.launch;
  return (
    allocates &&
    ((launch && run.unsure.has(launch.id) && roundOf(host, launch) === undefined) ||
      rounds.some(({ value }) => /^(?:lost|bytes)$/.test(ofMember(value, member)?.kind ?? '')))
  );
}

const isUnset = ({ kind }: Value): boolean => kind === 'unset';

const kindsIn = (value: Value): readonly Value['kind'][] =>
  value.kind === 'struct' ? [...value.members.values()].flatMap(kindsIn) : [value.kind];

/** Elements in a row that nobody has set; undefined where they are too many. */
function gapsOf({ cells: { values, rest }, length = 0 }: Array, isEmpty = isUnset) {
  const gaps: { readonly from: number; readonly to: number }[] = [];
  const begins = [...values.keys()].flatMap((at) => [at, at + 1]).toSorted((a, b) => a - b);
  let first: number | undefined;
  for (const at of [0, ...begins, length]) {
    const isGap = at < length && isEmpty(values.get(at) ?? rest);
    if (isGap) first ??= at;
    else if (first !== undefined) {
      gaps.push({ from: first, to: Math.min(at, length) });
      first = undefined;
    }
    if (gaps.length > MOST_GAPS) return undefined;
  }
  return gaps;
}

function ofCells(host: Host, array: Array): Empty | undefined {
  const { cells, from, length } = array;
  const { values, rest, place, bytes, begun, inPart, madeBy, setBy = madeBy } = cells;
  const told = [rest, ...values.values()].flatMap(kindsIn);
  if (begun && bytes !== undefined) {
    if (host.isChoosing && (from > 0 || !begun.areFirst)) return { is: 'set in part', by: setBy };
    const chosen = begun.by.map((by) => bytesBy(host, by, begun.bytes));
    const [set, all] = host.isChoosing
      ? [Math.max(...chosen), bytesIn(host, madeBy)]
      : [begun.bytes, bytes];
    return { is: 'unset', by: setBy, part: { gaps: [{ from: set, to: all }], all } };
  }
  if (inPart && place !== 'host')
    return { is: rest.kind === 'open' ? 'given in part' : 'set in part', by: inPart };
  const isTold = told.some((kind) => kind === 'whole' || kind === 'real' || kind === 'lost');
  const otherwise =
    isTold && !host.isChoosing ? ({ is: 'told otherwise', by: setBy } as const) : undefined;
  // Where some are told, or by what is not followed, the others are not any value.
  const set = [...values.values()].filter((each) => !isUnset(each));
  if (place === 'host' || (!isUnset(rest) && set.length === values.size)) return otherwise;
  if (isUnset(rest) && set.length === 0) return { is: 'unset', by: madeBy };
  if (bytes === undefined || host.isChoosing) return otherwise;
  const gaps = gapsOf(array);
  if (gaps?.length === 0) return otherwise;
  const each = bytes / (length ?? 1);
  const ofBytes = gaps?.map((gap) => ({ from: gap.from * each, to: gap.to * each }));
  // The host's own memory may hold anything in front of others.
  const isChance = cells.hasChance && (from > 0 || gaps?.[0]?.to !== length);
  if (!ofBytes || isChance) return { is: 'set in part', by: setBy };
  return { is: 'unset', by: setBy, part: { gaps: ofBytes, all: bytes } };
}

/** The part of a constant that no copy sets; it holds zeros. */
function leftZero(host: Host, name: string, arg: TreeNode): Empty | undefined {
  const [first] =
    placesIn(host).symbols.get(arg.id) === name ? (symbolRounds(host, name) ?? []) : [];
  if (!first) return undefined;
  const { symbol, memory } = first;
  const { bytes, setBy = memory.madeBy } = memory;
  const length = placesIn(host).run.types.lengthOf(memory);
  const gaps = gapsOf({ cells: memory, from: 0, length }, (each) => each === symbol.begins);
  if (!gaps || gaps.length === 0 || !bytes || !length) return undefined;
  const each = bytes / length;
  const ofBytes = gaps.map(({ from, to }) => ({ from: from * each, to: to * each }));
  return { is: 'unset', by: setBy, part: { gaps: ofBytes, all: bytes } };
}

/** Bytes that a call sets, or a loop that goes so far in the text's own numbers. */
function bytesBy(host: Host, by: TreeNode, bytes: number): number {
  if (by.type === 'call_expression') return bytesIn(host, by);
  const condition = by.childForFieldName('condition');
  const asked = condition?.childForFieldName('value') ?? condition;
  const end = asked?.childForFieldName('right');
  const isOneMore = /^[<>]=$/.test(asked?.childForFieldName('operator')?.text ?? '');
  const rounds = (): number => {
    const value = end && host.value(end, host.frameAt(by));
    return value?.kind === 'number' ? value.value + (isOneMore ? 1 : 0) : NaN;
  };
  const set = (bytes * rounds()) / host.choosing(undefined, rounds);
  return Number.isInteger(set) ? set : Infinity;
}

/** The last number that a call to allocate or to set is given, as it is chosen; 0 or more where it is not told. */
function bytesIn(host: Host, call: TreeNode): number {
  const args = children(call.childForFieldName('arguments'));
  const size = isKind(call.childForFieldName('function')?.text ?? '', 'allocate') ? 1 : 2;
  const value = args[size] && host.value(args[size], host.frameAt(call));
  return value?.kind === 'number' ? value.value : Infinity;
}

/** A launch's pointers that the host leaves without anything to read: null, or memory that was never set; by name. */
export const emptyArguments = (
  host: Host,
  passed: readonly { readonly parameter: Declarator; readonly arg: TreeNode }[],
): readonly (Empty & { readonly name: string })[] =>
  passed.flatMap(({ parameter, arg }) => {
    const { name, type } = parameter;
    const isZero = isSymbolArray(parameter) || type.kind === 'scalar';
    const zero = isZero ? leftZero(host, name, arg) : undefined;
    if (zero) return [{ ...zero, name }];
    const paths =
      type.kind === 'struct'
        ? (type.members ?? []).flatMap((each) =>
            each.type.kind === 'pointer' ? [`.${each.name}`] : [],
          )
        : [''];
    if (type.kind !== 'struct' && type.kind !== 'pointer') return [];
    return paths.flatMap((path) => {
      const found = emptySeen(host, arg, path);
      return found ? [{ ...found, name: `${name}${path}` }] : [];
    });
  });
