import type { Node as TreeNode } from 'web-tree-sitter';
import { binary } from '../algebra.ts';
import { type Expr, num, show } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { Declarator, Length, Type } from '../syntax.ts';
import type { StructType } from '../types.ts';
import { typeNodeOf } from './argument-types.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { constantContents, isSurelyCopied } from './host-constants.ts';
import { contentsFrom, elementOfBytes, isExchanged, isWrittenSince } from './host-contents.ts';
import { templateTypesOf } from './host-text.ts';
import { numberOf } from './launch-grid.ts';
import type { Launch } from './launch.ts';
import {
  arrayIn,
  elementBytes,
  elementsBefore,
  movedBy,
  nameIn,
  partOf,
  pointersIn,
  sameArrayAs,
  structNames,
  unitOf,
} from './passed-arrays.ts';
import { origins } from './origins.ts';
import { dimensionsOf, isAccessor, tensorIn } from './tensors.ts';
import { allocatedBy, vectorLength } from './vectors.ts';

/** A launch's arguments, in the lines of pragmas. */

export const argumentsOf = (
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly string[] =>
  parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    const same = arg && sameArrayAs(host, launch, frame, parameters, i);
    if (same) return [`array ${parameter.name} = ${same}`];
    if (arg !== undefined) return ofArgument(host, parameter, arg, frame);
    const copied = host.copiedTo(parameter.name);
    const { type, name } = parameter;
    if (copied === undefined || copied.isArray !== (type.kind === 'pointer')) return [];
    if (!isSurelyCopied(host, name, copied, launch)) return [];
    if (!copied.isArray) return ofArgument(host, parameter, copied.node, copied.frame);
    const contents = constantContents(
      host,
      name,
      copied,
      type.kind === 'pointer' ? type.to : undefined,
    );
    return contents === undefined ? [] : [`input ${name}[i] = ${contents}`];
  });

/** The length of the array that the launch's bytes are for. */
export function sharedOf(
  host: Host,
  launch: Launch,
  frame: Frame,
  dynamic: Declarator | undefined,
): readonly string[] {
  const bytes = dynamic && elementBytes(dynamic.type);
  if (launch.bytes === undefined || dynamic === undefined || bytes === undefined) return [];
  const texts = new Set(structNames(dynamic.type));
  const length = host.elements(launch.bytes, frame, { texts, bytes });
  return length === undefined ? [] : [`local ${dynamic.name} = ${show(length)}`];
}

function ofArgument(
  host: Host,
  parameter: Declarator,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  const { name, type } = parameter;
  if (type.kind === 'scalar') {
    const value = host.number(arg, frame);
    return value === undefined ? [] : [`input ${name} = ${value}`];
  }
  if (type.kind === 'struct') {
    const tensor = isAccessor(type) ? tensorIn(arg) : undefined;
    if (tensor !== undefined) return ofTensor(host, type, name, tensor, frame);
    const lambda = typeNodeOf(arg);
    if (lambda?.type === 'lambda_expression') return ofLambda(host, type, name, lambda);
    return (type.members ?? []).flatMap((member, place) => {
      if (member.type.kind === 'pointer') {
        const length = memberLength(host, member, place, arg, frame);
        // A lock lets one in by what it holds first; of a counter any value is looked at.
        const contents = isExchanged(host, member.name)
          ? contentsOf(host, arg, frame, { member: `.${member.name}`, element: member.type.to })
          : undefined;
        return [
          ...(length === undefined ? [] : [`array ${name}.${member.name} = ${length}`]),
          ...(contents === undefined ? [] : [`input ${name}.${member.name}[i] = ${contents}`]),
        ];
      }
      const value = host.memberValue(arg, { name: member.name, place }, frame);
      return value === undefined ? [] : [`value ${name}.${member.name} = ${show(value)}`];
    });
  }
  if (type.kind !== 'pointer') return [];
  const length = lengthOf(host, type, arg, frame);
  const contents = contentsOf(host, arg, frame, { element: type.to });
  const members = type.to.kind === 'struct' && contents === undefined ? type.to.members : [];
  const before = elementsBefore(host, arg, frame);
  return [
    ...(before === undefined ? [] : [`before ${name} = ${before}`]),
    ...(members ?? []).flatMap(({ name: own, type: element }) => {
      const each = contentsOf(host, arg, frame, { element });
      return each === undefined ? [] : [`input ${name}[i].${own} = ${each}`];
    }),
    ...(length === undefined ? [] : [`array ${name} = ${length}`]),
    ...(contents === undefined ? [] : [`input ${name}[i] = ${contents}`]),
    ...(type.to.kind === 'struct' ? ofStruct(host, name, type.to, arg, frame) : []),
  ];
}

function memberLength(
  host: Host,
  { name, type }: { readonly name: string; readonly type: Type },
  place: number,
  arg: TreeNode,
  frame: Frame,
): string | undefined {
  const from = host.memberSource(arg, { name, place }, frame);
  return (
    lengthOf(host, type, arg, frame, `.${name}`) ??
    (from && lengthOf(host, type, from.node, from.frame))
  );
}

/** Members of a struct that the text has. */
function plainMembers(type: Type, arg: TreeNode) {
  if (type.kind !== 'struct' || typeNodeOf(arg)?.type === 'lambda_expression') return [];
  const { members = [] } = type;
  return isAccessor(type) ? [] : members;
}

/** Arrays that an argument leads to, by their names in pragmas, whose lengths the text does not tell. */
export function untoldArrays(
  host: Host,
  { name, type }: Declarator,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  if (type.kind === 'pointer') return lengthOf(host, type, arg, frame) === undefined ? [name] : [];
  return plainMembers(type, arg).flatMap((member, place) =>
    member.type.kind === 'pointer' && memberLength(host, member, place, arg, frame) === undefined
      ? [`${name}.${member.name}`]
      : [],
  );
}

/** Numbers that an argument is, or that a struct has. */
export function numbersPassed(
  host: Host,
  { type }: Declarator,
  arg: TreeNode,
  frame: Frame,
): readonly number[] {
  const values =
    type.kind === 'scalar'
      ? [host.value(arg, frame)]
      : plainMembers(type, arg).map(({ name, type: of }, place) =>
          of.kind === 'scalar' ? host.memberValue(arg, { name, place }, frame) : undefined,
        );
  return values.flatMap((value) => (value && numberOf([value], host.greatest)) ?? []);
}

/** A lambda's captured variables, by their names in the host's text. */
function ofLambda(
  host: Host,
  type: StructType<Length>,
  name: string,
  lambda: TreeNode,
): readonly string[] {
  const frame = host.frameAt(lambda);
  const names = lambda.descendantsOfType('identifier');
  return (type.members ?? []).flatMap((member) => {
    const captured = names.find(({ text }) => text === member.name);
    const path = `${name}.${member.name}`;
    if (captured === undefined) return [];
    if (member.type.kind === 'pointer') {
      const length = lengthOf(host, member.type, captured, frame);
      return length === undefined ? [] : [`array ${path} = ${length}`];
    }
    const value = host.value(captured, frame);
    return value === undefined ? [] : [`value ${path} = ${show(value)}`];
  });
}

/** The sizes of a tensor, and its length where all are told. */
function ofTensor(
  host: Host,
  type: StructType<Length>,
  name: string,
  tensor: TreeNode,
  frame: Frame,
): readonly string[] {
  const sizes = (type.members ?? [])
    .filter(({ type: of }) => of.kind === 'scalar')
    .map((member, i) => ({ name: member.name, told: host.tensorSize(tensor, i, frame) }));
  const told = sizes.flatMap((size) => size.told ?? []);
  const stated = sizes.flatMap(({ name: size, told: value }) =>
    value === undefined ? [] : [`value ${name}.${size} = ${show(value)}`],
  );
  if (told.length < sizes.length) return stated;
  const length = told.reduce((product, size) => binary('*', product, size));
  return [...stated, `array ${name}.data = ${show(length)}`];
}

/** A tensor's size between its first and last, of which kernels use a few places. */
const INNER_SIZE = 8;

/** Tensors whose sizes the text leaves open are taken to be as large as the others, where those are equal. */
export function proposeShapes(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): void {
  const tensors = parameters.flatMap(({ type }, i) => {
    const arg = launch.args[i];
    const tensor = arg && tensorIn(arg);
    return tensor && isAccessor(type) ? [{ tensor, dimensions: dimensionsOf(type) }] : [];
  });
  const shape = ({ tensor, dimensions }: (typeof tensors)[number], proposed?: readonly number[]) =>
    Array.from({ length: dimensions }, (_, i) => {
      const size = host.tensorSize(tensor, i, frame, proposed?.[i]);
      return size?.kind === 'number' ? size.value : Number.NaN;
    });
  const told = tensors.map((each) => shape(each)).filter((each) => !each.some(Number.isNaN));
  for (const each of tensors) {
    const same = told.filter(({ length }) => length === each.dimensions);
    const [only, another] = new Map(
      (same.length > 0 ? same : told).map((own) => [own.join(), own]),
    ).values();
    if (only === undefined || another !== undefined) continue;
    if (same.length > 0) shape(each, only);
    else if (only.length > 1 && each.dimensions > 1)
      shape(each, [
        only[0] ?? 1,
        ...Array<number>(each.dimensions - 2).fill(INNER_SIZE),
        only.at(-1) ?? 1,
      ]);
  }
}

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

/** Members of the struct that the host copies to where an argument points. */
function ofStruct(
  host: Host,
  name: string,
  { name: type, members = [] }: StructType<Length>,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  const found = [...originsOf(host, arg, frame)].flatMap(({ frame: own, calls }) =>
    calls.flatMap(({ callee, second }) =>
      /^(cuda|hip)Memcpy(Async)?$/.test(callee) ? [{ own, second }] : [],
    ),
  );
  const [only, another] = found;
  const from = only?.second.text.startsWith('&') ? only.second.childForFieldName('argument') : null;
  if (only === undefined || another !== undefined || from?.type !== 'identifier') return [];
  const sizes = type === 'uint3' ? host.sizes(from, only.own) : undefined;
  return members.flatMap((member, place) => {
    if (member.type.kind !== 'scalar') return [];
    const value = sizes
      ? (sizes[place] ?? num(1))
      : host.memberValue(from, { name: member.name, place }, only.own);
    return value === undefined ? [] : [`input ${name}[i].${member.name} = ${show(value)}`];
  });
}

/** What the host puts into a passed array before the launch, where it is one thing. */
function contentsOf(
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
function* originsOf(
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
