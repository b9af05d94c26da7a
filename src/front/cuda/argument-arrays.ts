import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { type Expr, num, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Type } from '../syntax.ts';
import { allocates, allocationsFor } from './allocations.ts';
import { isSetBy, isSetByOthers } from './called-names.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import type { Element } from './host-text.ts';
import { elementOfBytes } from './listed-contents.ts';
import { contentsFrom, isWrittenSince, type PassedArray } from './host-contents.ts';
import { isConditional } from './host-loops.ts';
import { bytesOfName, declarationOf, templateTypesOf, withoutBrackets } from './host-text.ts';
import {
  arrayAt,
  arrayIn,
  elementBytes,
  elementSize,
  movedBy,
  nameIn,
  partBehind,
  partOf,
  pointersIn,
  unitOf,
} from './passed-arrays.ts';
import { pitchedElements } from './pitch.ts';
import { origins, withoutCasts } from './origins.ts';
import { heldBy, sidesOf } from './pointer-moves.ts';
import { isKind } from './runtime-calls.ts';
import { contentsSeen, isAsSeen, isOtherSeen, lengthSeen } from './run/seen.ts';
import { isLengthAsTold } from './run/told.ts';
import { isDoneBefore } from './streams.ts';
import { allocatedBy, isResized, vectorLength } from './vectors.ts';

/** The elements of a passed array, where the host's text tells one number of them.
 * @param member `.data`, where a struct that is passed points to the array */
export function lengthOf(...about: Parameters<typeof elementsOf>): string | undefined {
  const [host, type, arg, , member = ''] = about;
  const isBytes = type.kind === 'pointer' && type.to.kind === 'void';
  const element = isBytes ? { bytes: 1 } : elementSize(type);
  const seen = (): string | undefined => lengthSeen(host, arg, member, element)?.toString();
  // A vector of pointers has another length than what they lead to.
  const isElement = withoutBrackets(arg).type === 'subscript_expression';
  const told = isElement ? seen() : undefined;
  if (told !== undefined) return told;
  const elements = elementsOf(...about);
  const isSo = isLengthAsTold(host, arg, member, () => elementsOf(...about), element);
  return elements && isSo ? show(elements) : seen();
}

function elementsOf(
  host: Host,
  type: Type,
  arg: TreeNode,
  frame: Frame,
  member = '',
): Expr | undefined {
  // A `void *` counts bytes, whatever it is cast to.
  const isBytes = type.kind === 'pointer' && type.to.kind === 'void';
  const part = isBytes || arrayIn(arg) !== undefined ? undefined : partOf(host, arg, frame);
  if (part !== undefined) {
    const whole = elementsOf(host, type, part.array, frame, member);
    return whole && binary('-', whole, part.from);
  }
  const behind = isBytes ? undefined : partBehind(host, arg, frame);
  if (behind !== undefined) return elementsOf(host, type, behind.node, behind.frame, member);
  const found = new Lengths(host, type, isBytes, member).all(arg, frame);
  const whole = found.size === 1 ? [...found.values()][0] : undefined;
  const name = arrayIn(arg)?.text ?? '';
  const moved = movedBy(host, name, frame);
  const isMoved = moved !== undefined && show(moved) !== '0';
  // They are counted in elements of the pointer's own type.
  const own = bytesOfName(declarationOf(name, frame.function, host.root)?.type ?? '');
  const isOther = isMoved && own !== undefined && own !== (isBytes ? 1 : elementBytes(type));
  return whole && moved && !isOther ? binary('-', whole, moved) : undefined;
}

/** An array has one length in a launch and another in the next, or nobody knows in which; or it is a tensor whose
 * shape the host does not ask for.
 * @param isTold its length in the launch that is run; of one that the host allocates it may be larger */
export function hasOpenLength(
  isTold: boolean,
  ...[host, type, arg, frame, member = '']: Parameters<typeof elementsOf>
): boolean {
  const isBytes = type.kind === 'pointer' && type.to.kind === 'void';
  const array = partOf(host, arg, frame)?.array ?? arg;
  const tensor = tensorOf(arg);
  const lengths = new Lengths(host, type, isBytes, member);
  const known = lengths.all(array, frame);
  // A made pointer leads to as much as is behind it.
  const isMade = !pointersIn(arg) && (lengths.isComputed || isMadeThere(arg, array));
  return (
    known.size > 1 ||
    lengths.isMadeElsewhere ||
    (isMade && elementsOf(host, type, arg, frame, member) === undefined) ||
    (lengths.isAllocated && !isTold) ||
    (!isTold && (host.definition('main') !== undefined || isMadeHere(arg, frame))) ||
    (tensor !== undefined && host.isShapeOpen(tensor, frame))
  );
}

/** The text itself shows where an argument's array is allocated. */
export function isAllocatedInText(
  ...[host, type, arg, frame, member = '']: Parameters<typeof elementsOf>
): boolean {
  const lengths = new Lengths(host, type, false, member);
  lengths.all(arrayAt(host, arg, frame) ?? arrayIn(arg) ?? arg, frame);
  return lengths.isAllocated;
}

/** A variable that the host sets where it declares it, and no argument of its function. */
const isMadeHere = (arg: TreeNode, { function: inside }: Frame): boolean =>
  arg.type === 'identifier' &&
  inside !== undefined &&
  declarationOf(arg.text, inside, inside)?.declarator.type === 'init_declarator';

/** An expression that makes a pointer, of which only the running host knows where it leads. */
function isMadeThere(arg: TreeNode, array: TreeNode): boolean {
  const [side, another] = sidesOf(arg);
  if (side === undefined || another) return false;
  const isCall = withoutBrackets(side).type === 'call_expression';
  return tensorOf(arg) === undefined && (isCall || arrayIn(array) === undefined);
}

/** Each length that an array may have; undefined among them where one is not told. */
class Lengths {
  readonly #host: Host;
  readonly #type: Type;
  readonly #isBytes: boolean;
  readonly #member: string;
  readonly #found = new Map<string, Expr | undefined>();
  readonly #seen = new Set<string>();
  /** A function that is not in the text sets the pointer. */
  isMadeElsewhere = false;
  /** It is set to what is no array's first element. */
  isComputed = false;
  isAllocated = false;

  constructor(host: Host, type: Type, isBytes: boolean, member: string) {
    this.#host = host;
    this.#type = type;
    this.#isBytes = isBytes;
    this.#member = member;
  }

  all(arg: TreeNode, frame: Frame): ReadonlyMap<string, Expr | undefined> {
    for (const side of sidesOf(arg)) this.#collect(side, frame);
    return this.#found;
  }

  #add(length: Expr | undefined): boolean {
    if (length !== undefined) this.#found.set(show(length), length);
    return length !== undefined;
  }

  #collect(arg: TreeNode, frame: Frame): void {
    const host = this.#host;
    let isTold = false;
    for (const { array, frame: own, calls } of originsOf(host, arg, frame, this.#member)) {
      const key = `${own.function?.startIndex ?? ''} ${array}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
      const element = this.#elementOf(array, own);
      const allocated = pointersIn(arg) ? undefined : own.sizes?.get(array);
      if (allocated) {
        const texts = new Set([...element.texts, ...templateTypesOf(allocated.frame)]);
        const length = host.elements(allocated.node, allocated.frame, { ...element, texts });
        this.isAllocated = true;
        if (!this.#add(length)) this.#found.set('', undefined);
        return;
      }
      const here = calls.flatMap(({ node, callee, second }) =>
        allocates(callee) ? [{ node, callee, bytes: second, frame: own, array }] : [],
      );
      const elsewhere = allocationsFor(host, array, own);
      for (const { node, callee, bytes, frame: there, array: name } of [...here, ...elsewhere]) {
        isTold = this.isAllocated = true;
        const unit = there === own ? element : this.#elementOf(name, there);
        const length = isKind(callee, 'allocate rows')
          ? pitchedElements(host, node, there, unit)
          : host.elements(bytes, there, unit);
        if (!this.#add(length)) this.#found.set('', undefined);
      }
      isTold = this.#ofObject(array, own, element) || isTold;
      const { sources, moves, isOpen: isMoved } = heldBy(host.root, array, own);
      const isMade = moves.every((move) => elsewhere.some(({ by }) => isSetBy(move, by)));
      const isOpen = isMoved && !(elsewhere.length > 0 && isMade);
      if (isOpen) this.#found.set('', undefined);
      this.isComputed ||= isOpen;
      this.isMadeElsewhere ||= isOpen && moves.some((move) => isSetByOthers(host, move));
      for (const source of sources) this.#collect(source, own);
      isTold ||= isOpen || sources.length > 0;
    }
    const tensor = isTold || this.#isBytes ? undefined : tensorOf(arg);
    const length = tensor && host.tensorLength(tensor, frame);
    // One that is told nothing of is as long as somebody says.
    if (!isTold && !this.#add(length && this.#inElements(length, arg)))
      this.#found.set('', undefined);
  }

  /** A tensor's elements as those of the parameter: `data_ptr<double>()` may be cast; without a type nobody tells. */
  #inElements(length: Expr, arg: TreeNode): Expr | undefined {
    const [, name] = /data_ptr\s*<\s*([^<>]*)>/.exec(arg.text) ?? [];
    if (name === undefined) return undefined;
    const own = bytesOfName(name.replace(/^(?:at|c10|torch)::(?:B?Half|BFloat16)$/, 'half').trim());
    const bytes = this.#type.kind === 'pointer' ? elementBytes(this.#type) : undefined;
    if (own === undefined || bytes === undefined || own === bytes) return length;
    return length.kind === 'number' ? num(Math.floor((length.value * own) / bytes)) : undefined;
  }

  #elementOf(array: string, frame: Frame): Element {
    if (this.#isBytes) return { texts: new Set<string>(), bytes: 1 };
    const type = this.#type;
    return unitOf(this.#host, type.kind === 'pointer' ? type.to : type, array, frame);
  }

  /** An array of a vector's, or of an object that allocates it. */
  #ofObject(array: string, frame: Frame, element: Element): boolean {
    const length = this.#isBytes ? undefined : vectorLength(this.#host, array, frame);
    const made = allocatedBy(this.#host, array, frame);
    const texts = new Set([
      ...element.texts,
      ...(made && !this.#isBytes ? templateTypesOf(made.frame) : []),
    ]);
    const allocated = made && this.#host.elements(made.bytes, made.frame, { ...element, texts });
    const isTold = this.#add(length);
    if (isResized(this.#host.root, array, frame))
      for (const key of ['', `${array}.size()`]) this.#found.set(key, undefined);
    return this.#add(allocated) || isTold;
  }
}

/** The tensor whose `data_ptr` an argument is. */
function tensorOf(arg: TreeNode): TreeNode | undefined {
  const { text } = withoutCasts(arg);
  const isData = /(?:\.|->)(?:mutable_|const_)?data_ptr\s*(?:<[^<>]*>)?\s*\(\s*\)$/.test(text);
  return isData ? arrayIn(arg) : undefined;
}

/** Contents that the host gives a passed array before the launch, where they are of one kind. */
export function contentsOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
  about: { readonly member?: string; readonly element: Type },
): string | undefined {
  const { member = '', element } = about;
  const seen =
    element.kind === 'scalar' ? contentsSeen(host, arg, member, element.scalar) : undefined;
  if (seen === undefined && isOtherSeen(host, arg, member)) return undefined;
  const inText = contentsInText(host, arg, frame, about);
  if (seen === undefined || inText === undefined) return seen ?? inText;
  return isAsSeen(host, arg, member, inText) ? inText : seen;
}

function contentsInText(
  host: Host,
  arg: TreeNode,
  frame: Frame,
  { member = '', element }: { readonly member?: string; readonly element: Type },
): string | undefined {
  const found = new Set<string>();
  const passed: PassedArray[] = [];
  const whole = elementsOf(host, { kind: 'pointer', to: element }, arg, frame, member);
  const isAll = (filled: Expr | undefined): boolean =>
    whole === undefined || (filled !== undefined && show(filled) === show(whole));
  for (const { array, frame: own, calls, site } of originsOf(host, arg, frame, member)) {
    passed.push({ array, frame: own, site });
    let last: TreeNode | undefined;
    for (const { node, callee, second } of calls) {
      const isSet = isKind(callee, 'set');
      if (!isKind(callee, 'set', 'copy')) continue;
      if (node.startIndex > site.startIndex) continue;
      const byte = isSet ? host.value(second, own) : undefined;
      const copied = isSet ? undefined : contentsFrom(host, second.text, own, { until: node });
      const text = byte?.kind === 'number' ? elementOfBytes(byte.value, element) : copied?.text;
      const [, , size] = children(node.childForFieldName('arguments'));
      const filled = size && host.elements(size, own, unitOf(host, element, array, own));
      const isCopied = copied === undefined || isAll(copied.rounds);
      const isSure =
        !isConditional(node, site) &&
        isDoneBefore(node, { host, frame: own, arg, launched: frame, site });
      if (text === undefined || !isAll(filled) || !isCopied || !isSure) return undefined;
      found.add(text);
      last = node;
    }
    const here = contentsFrom(host, array, own, { until: site });
    if (here !== undefined && !isAll(here.rounds)) return undefined;
    if (here !== undefined) found.add(here.text);
    // It is known from the innermost place that fills it on.
    if (found.size === 0) continue;
    const isWritten = passed.some((each, level) =>
      isWrittenSince(host, each, level === passed.length - 1 ? (last ?? here?.by) : undefined),
    );
    return isWritten ? undefined : onlyOf(found);
  }
  return undefined;
}

const onlyOf = (found: ReadonlySet<string>): string | undefined =>
  found.size === 1 ? [...found][0] : undefined;

interface Call {
  readonly node: TreeNode;
  readonly callee: string;
  readonly second: TreeNode;
}

/** `&a` of a pointer is where the host keeps it. */
function isPlaceOfPointer(target: TreeNode | undefined, { function: inside }: Frame): boolean {
  const [, name] = /^&\s*(\w+)$/.exec(target ? withoutBrackets(target).text : '') ?? [];
  const made = name === undefined ? undefined : inside && declarationOf(name, inside, inside);
  const declarator = made?.declarator.childForFieldName('declarator') ?? made?.declarator;
  return [made?.declarator.type, declarator?.type].includes('pointer_declarator');
}

/** `d[0]` and `d[1]` of one array of pointers. */
function isOtherElement(target: TreeNode | undefined, arg: TreeNode): boolean {
  const [one, other] = [target, arg].map(
    (each) => /\[\s*(\d+)\s*\]$/.exec(each ? withoutBrackets(each).text : '')?.[1],
  );
  return one !== undefined && other !== undefined && Number(one) !== Number(other);
}

/** Calls that begin with an array, here and in the callers that pass it. */
export function* originsOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
  member = '',
): Generator<{
  readonly array: string;
  readonly frame: Frame;
  readonly calls: readonly Call[];
  /** Where it is passed on. */
  readonly site: TreeNode;
}> {
  const passed = arrayIn(arg) ?? pointersIn(arg);
  if (passed === undefined) return;
  const within = arrayIn(arg) === undefined ? '[]' : '';
  for (const { name: array, frame: own, site } of origins(host, passed, frame)) {
    const body = own.function?.childForFieldName('body');
    const calls = (body?.descendantsOfType('call_expression') ?? []).flatMap((call) => {
      const [target, second] = children(call.childForFieldName('arguments') ?? null);
      const callee = call.childForFieldName('function')?.text ?? '';
      const isFill = isKind(callee, 'set', 'copy');
      const isOwn = isFill && (isPlaceOfPointer(target, own) || isOtherElement(target, arg));
      const isIt =
        target && !isOwn && nameIn(target, within !== '') === `${array}${within}${member}`;
      return call && second && isIt ? [{ node: call, callee, second }] : [];
    });
    yield { array: `${array}${member}`, frame: own, calls, site };
  }
}
