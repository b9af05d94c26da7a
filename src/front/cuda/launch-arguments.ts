import { named as children } from '../parsed.ts';
import type { TreeNode } from '../tree-node.ts';
import { binary } from '../algebra.ts';
import { num, show } from '../expr.ts';
import type { Declarator, Length, Type } from '../syntax.ts';
import type { StructType } from '../types.ts';
import { contentsOf, hasOpenLength, lengthOf, originsOf } from './argument-arrays.ts';
import { typeNodeOf } from './argument-types.ts';
import { nameOfCallee } from './callee.ts';
import { isExchanged } from './host-contents.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { numberOf } from './launch-grid.ts';
import type { Launch } from './launch.ts';
import { sameAsBefore } from './member-arrays.ts';
import { elementBytes, elementsBefore, sameArrayAs, structNames } from './passed-arrays.ts';
import { isKind } from './runtime-calls.ts';
import { bytesSeen, contentsSeen, elementsBeforeSeen, symbolPassed } from './run/seen.ts';
import { isBytesAsTold, numberTold } from './run/told.ts';
import { dimensionsOf, isAccessor, tensorIn } from './tensors.ts';

/** A launch's arguments, in the lines of pragmas. */

export const argumentsOf = (
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly string[] =>
  parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    const sameAs = (name: string) => sameAsBefore(host, launch, parameters, name);
    const inText = arg && sameArrayAs(host, launch, frame, parameters, i);
    const same = inText ?? sameAs(parameter.name);
    if (same) return [`array ${parameter.name} = ${same}`];
    if (arg) return ofArgument(host, parameter, arg, frame, sameAs);
    const symbol = symbolPassed(host, parameter.name, frame);
    if (!symbol) return [];
    // Its length is that of its declaration.
    return isSymbolArray(parameter)
      ? contentsIn(host, parameter.name, parameter.type, symbol.arg, symbol.frame)
      : ofArgument(host, parameter, symbol.arg, symbol.frame, sameAs);
  });

/** A variable of the device that is an array, not a pointer to one. */
export const isSymbolArray = ({ type, space }: Declarator): boolean =>
  type.kind === 'pointer' && space === 'constant';

/** Arguments that the host passes to a kernel, and device variables that it sets for it. */
export const passedTo = (
  host: Host,
  { args }: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
): readonly { readonly parameter: Declarator; readonly arg: TreeNode; readonly frame: Frame }[] =>
  parameters.flatMap((parameter, i) => {
    const arg = args[i];
    const passed = arg ? { arg, frame } : symbolPassed(host, parameter.name, frame);
    return passed ? [{ parameter, ...passed }] : [];
  });

/** The length of the array that the launch's bytes are for; undefined where nobody tells it. */
export function sharedOf(
  host: Host,
  launch: Launch,
  frame: Frame,
  kernel: TreeNode,
  dynamic: Declarator | undefined,
): readonly string[] | undefined {
  const bytes = dynamic && elementBytes(dynamic.type);
  if (dynamic === undefined || bytes === undefined) return [];
  if (launch.isWithoutBytes) return [`local ${dynamic.name} = 0`];
  if (launch.bytes === undefined) return undefined;
  const texts = new Set([
    ...structNames(dynamic.type),
    ...elementTypesOf(launch, kernel, dynamic.name),
  ]);
  const inText = host.elements(launch.bytes, frame, { texts, bytes });
  const told = isBytesAsTold(host, launch, bytes, inText) ? inText : undefined;
  const seen = told ? undefined : bytesSeen(host, launch);
  const length = seen === undefined ? told : num(Math.floor(seen / bytes));
  return length && [`local ${dynamic.name} = ${show(length)}`];
}

/** The launch's own words for a type of the kernel's template, where an array has elements of it. */
function elementTypesOf({ node }: Launch, kernel: TreeNode, array: string): readonly string[] {
  const declared = kernel
    .descendantsOfType('declaration')
    .find((each) => each.descendantsOfType('identifier').some(({ text }) => text === array));
  const type = declared?.childForFieldName('type')?.text;
  const template = kernel.parent?.type === 'template_declaration' ? kernel.parent : undefined;
  const place = children(template?.childForFieldName('parameters') ?? null).findIndex(
    (each) => each.descendantsOfType('type_identifier').at(-1)?.text === type,
  );
  const [, explicit] = nameOfCallee(node.childForFieldName('function') ?? node);
  const own = place < 0 ? undefined : explicit[place]?.text;
  return own === undefined ? [] : [own];
}

function ofArgument(
  host: Host,
  parameter: Declarator,
  arg: TreeNode,
  frame: Frame,
  sameAs: (name: string) => string | undefined,
): readonly string[] {
  const { name, type } = parameter;
  if (type.kind === 'scalar') {
    const value = numberTold(host, arg, '', type.scalar, () =>
      host.number(arg, frame, type.scalar),
    );
    return value === undefined ? [] : [`input ${name} = ${value}`];
  }
  if (type.kind === 'struct') {
    const tensor = isAccessor(type) ? tensorIn(arg) : undefined;
    if (tensor !== undefined) return ofTensor(host, type, name, tensor, frame);
    const lambda = typeNodeOf(arg)?.node;
    if (lambda?.type === 'lambda_expression') return ofLambda(host, type, name, lambda);
    return (type.members ?? []).flatMap((member, place) => {
      if (member.type.kind === 'pointer') {
        const same = sameAs(`${name}.${member.name}`);
        if (same) return [`array ${name}.${member.name} = ${same}`];
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
      if (member.type.kind !== 'scalar') return [];
      const { scalar } = member.type;
      const value = numberTold(host, arg, `.${member.name}`, scalar, () =>
        host.memberNumber(scalar, arg, { name: member.name, place }, frame),
      );
      // Costs know whole numbers alone.
      const word = value?.includes('.') === true ? 'input' : 'value';
      return value === undefined ? [] : [`${word} ${name}.${member.name} = ${value}`];
    });
  }
  if (type.kind !== 'pointer') return [];
  const length = lengthOf(host, type, arg, frame);
  const before = elementsBefore(host, arg, frame) ?? elementsBeforeSeen(host, arg);
  return [
    ...(before === undefined ? [] : [`before ${name} = ${before}`]),
    ...(length === undefined ? [] : [`array ${name} = ${length}`]),
    ...contentsIn(host, name, type, arg, frame),
  ];
}

/** The elements that an argument leads to, where they are told. */
function contentsIn(
  host: Host,
  name: string,
  type: Type,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  if (type.kind !== 'pointer') return [];
  const contents = contentsOf(host, arg, frame, { element: type.to });
  const struct = type.to.kind === 'struct' ? ofStruct(host, name, type.to, arg, frame) : [];
  const isOpen = contents === undefined && struct.length === 0;
  const members = type.to.kind === 'struct' && isOpen ? type.to.members : [];
  return [
    ...contentsOfMembers(host, members ?? [], arg, frame).flatMap((each, i) =>
      each === undefined ? [] : [`input ${name}[i].${members?.[i]?.name} = ${each}`],
    ),
    ...(contents === undefined ? [] : [`input ${name}[i] = ${contents}`]),
    ...struct,
  ];
}

/** Contents of the members of structs; those that only the followed host tells, where it tells all. */
function contentsOfMembers(
  host: Host,
  members: readonly { readonly name: string; readonly type: Type }[],
  arg: TreeNode,
  frame: Frame,
): readonly (string | undefined)[] {
  const seen = members.map(({ name, type }) =>
    type.kind === 'scalar' ? contentsSeen(host, arg, '', type.scalar, name) : undefined,
  );
  if (seen.length > 0 && seen.every((each) => each !== undefined)) return seen;
  return members.map(({ type: element }) => contentsOf(host, arg, frame, { element }));
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
  if (type.kind !== 'struct' || typeNodeOf(arg)?.node.type === 'lambda_expression') return [];
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

/** Arrays that an argument leads to, by their names in pragmas, of which nobody tells one length. */
export function arraysOfOpenLength(
  host: Host,
  { name, type }: Declarator,
  arg: TreeNode,
  frame: Frame,
  told: ReadonlySet<string>,
): readonly string[] {
  if (type.kind === 'pointer')
    return hasOpenLength(told.has(name), host, type, arg, frame) ? [name] : [];
  return plainMembers(type, arg).flatMap((member) => {
    const path = `${name}.${member.name}`;
    return member.type.kind === 'pointer' &&
      hasOpenLength(told.has(path), host, member.type, arg, frame, `.${member.name}`)
      ? [path]
      : [];
  });
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

/** Members of the struct that the host copies to where an argument points. */
function ofStruct(
  host: Host,
  name: string,
  { name: type, members = [] }: StructType<Length>,
  arg: TreeNode,
  frame: Frame,
): readonly string[] {
  const found = [...originsOf(host, arg, frame)].flatMap(({ frame: own, calls }) =>
    calls.flatMap(({ callee, second }) => (isKind(callee, 'copy') ? [{ own, second }] : [])),
  );
  const [only, another] = found;
  const from = only?.second.text.startsWith('&') ? only.second.childForFieldName('argument') : null;
  if (only === undefined || another !== undefined || from?.type !== 'identifier') return [];
  const sizes = type === 'uint3' ? host.sizes(from, only.own) : undefined;
  return members.flatMap((member, place) => {
    if (member.type.kind !== 'scalar') return [];
    const value = sizes
      ? show(sizes[place] ?? num(1))
      : host.memberNumber(member.type.scalar, from, { name: member.name, place }, only.own);
    return value === undefined ? [] : [`input ${name}[i].${member.name} = ${value}`];
  });
}
