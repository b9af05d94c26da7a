import type { Node as TreeNode } from 'web-tree-sitter';
import { binary } from '../algebra.ts';
import { type Expr, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Type } from '../syntax.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { contentsFrom, elementOfBytes, isWrittenSince } from './host-contents.ts';
import { templateTypesOf } from './host-text.ts';
import { arrayIn, movedBy, nameIn, partOf, pointersIn, unitOf } from './passed-arrays.ts';
import { origins } from './origins.ts';
import { allocatedBy, vectorLength } from './vectors.ts';

/** The elements of a passed array, where the host's text tells one number of them.
 * @param member `.data`, where a struct that is passed points to the array */
export function lengthOf(...about: Parameters<typeof elementsOf>): string | undefined {
  const elements = elementsOf(...about);
  return elements && show(elements);
}

function elementsOf(
  host: Host,
  type: Type,
  arg: TreeNode,
  frame: Frame,
  member = '',
): Expr | undefined {
  const found = new Map<string, Expr>();
  const add = (length: Expr | undefined): void =>
    void (length === undefined || found.set(show(length), length));
  // A `void *` counts bytes, whatever it is cast to.
  const isBytes = type.kind === 'pointer' && type.to.kind === 'void';
  const part = isBytes || arrayIn(arg) !== undefined ? undefined : partOf(host, arg, frame);
  if (part !== undefined) {
    const whole = elementsOf(host, type, part.array, frame, member);
    return whole && binary('-', whole, part.from);
  }
  for (const { array, frame: own, calls } of originsOf(host, arg, frame, member)) {
    const element = isBytes
      ? { texts: new Set<string>(), bytes: 1 }
      : unitOf(host, type.kind === 'pointer' ? type.to : type, array, own);
    for (const { callee, second } of calls) {
      if (!/^(cuda|hip)Malloc(Managed|Async|Host)?$/.test(callee)) continue;
      add(host.elements(second, own, element));
    }
    const length = isBytes ? undefined : vectorLength(host, array, own);
    const made = allocatedBy(host, array, own);
    const texts = new Set([
      ...element.texts,
      ...(made && !isBytes ? templateTypesOf(made.frame) : []),
    ]);
    const allocated = made && host.elements(made.bytes, made.frame, { ...element, texts });
    add(length);
    add(allocated);
  }
  const tensor = found.size === 0 && !isBytes ? tensorOf(arg) : undefined;
  add(tensor && host.tensorLength(tensor, frame));
  const whole = found.size === 1 ? [...found.values()][0] : undefined;
  const moved = movedBy(host, arrayIn(arg)?.text ?? '', frame);
  return whole && moved && binary('-', whole, moved);
}

/** The tensor whose `data_ptr` an argument is. */
function tensorOf(arg: TreeNode): TreeNode | undefined {
  const isData = /(?:\.|->)(?:mutable_|const_)?data_ptr\s*(?:<[^<>]*>)?\s*\(\s*\)$/.test(arg.text);
  return isData ? arrayIn(arg) : undefined;
}

/** Contents that the host gives a passed array before the launch, where they are of one kind. */
export function contentsOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
  { member = '', element }: { readonly member?: string; readonly element: Type },
): string | undefined {
  const found = new Set<string>();
  const add = (text: string | undefined): void => void (text === undefined || found.add(text));
  const whole = elementsOf(host, { kind: 'pointer', to: element }, arg, frame, member);
  for (const { array, frame: own, calls } of originsOf(host, arg, frame, member)) {
    for (const { node, callee, second } of calls) {
      const isSet = /^(cuda|hip)Memset(Async)?$/.test(callee);
      if (!isSet && !/^(cuda|hip)Memcpy(Async)?$/.test(callee)) continue;
      if (own.function?.id === frame.function?.id && node.startIndex > arg.startIndex) continue;
      const byte = isSet ? host.value(second, own) : undefined;
      const copied = isSet ? undefined : contentsFrom(host, second.text, own)?.text;
      const text = byte?.kind === 'number' ? elementOfBytes(byte.value, element) : copied;
      const [, , size] = children(node.childForFieldName('arguments'));
      const filled = size && host.elements(size, own, unitOf(host, element, array, own));
      const isAll = whole === undefined || (filled && show(filled) === show(whole));
      if (
        text === undefined ||
        !isAll ||
        isWrittenSince(host, { array, by: node, frame: own }, arg, frame)
      )
        return undefined;
      add(text);
    }
    add(contentsFrom(host, array, own)?.text);
  }
  return onlyOf(found);
}

const onlyOf = (found: ReadonlySet<string>): string | undefined =>
  found.size === 1 ? [...found][0] : undefined;

interface Call {
  readonly node: TreeNode;
  readonly callee: string;
  readonly second: TreeNode;
}

/** Calls that begin with an array, here and in the callers that pass it. */
export function* originsOf(
  host: Host,
  arg: TreeNode,
  frame: Frame,
  member = '',
): Generator<{ readonly array: string; readonly frame: Frame; readonly calls: readonly Call[] }> {
  const passed = arrayIn(arg) ?? pointersIn(arg);
  if (passed === undefined) return;
  const within = arrayIn(arg) === undefined ? '[]' : '';
  for (const { name: array, frame: own } of origins(host, passed, frame)) {
    const body = own.function?.childForFieldName('body');
    const calls = (body?.descendantsOfType('call_expression') ?? []).flatMap((call) => {
      const [target, second] = children(call?.childForFieldName('arguments') ?? null);
      const callee = call?.childForFieldName('function')?.text ?? '';
      const isIt = target && nameIn(target, within !== '') === `${array}${within}${member}`;
      return call && second && isIt ? [{ node: call, callee, second }] : [];
    });
    yield { array: `${array}${member}`, frame: own, calls };
  }
}
