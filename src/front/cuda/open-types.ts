import type { Expression, OpenType, Type } from '../syntax.ts';
import type { TreeNode } from '../tree-node.ts';
import { scalarType } from '../types.ts';
import { templateIn } from './static-values.ts';
import { type Bindings, isExpression } from './templates.ts';

/** Nobody tells it. */
export const OPEN_TYPE: Type = scalarType('float');

export const openTypesIn = (bound: Bindings): readonly string[] =>
  [...bound].flatMap(([name, given]) => (given === OPEN_TYPE ? [name] : []));

/** Sizes of elements, and elements taken for others. */
const OF_SIZE =
  /\bsizeof\b|\bif\s+constexpr\b|\breinterpret_cast\b|\(\s*(?:const\s+)?\w+\s*\*+\s*\)/;

/** Types that a kernel is launched with, and what it and those that it calls do with them. */
export function openTypesOf(
  bound: Bindings,
  kernel: TreeNode,
  definitions: (name: string) => readonly { readonly node: TreeNode }[],
): readonly OpenType[] {
  const open = openTypesIn(bound);
  const texts = new Map([['', kernel.text]]);
  const add = (node: TreeNode): void => {
    for (const { text } of node.descendantsOfType('identifier')) {
      const own = texts.has(text) ? [] : definitions(text);
      if (own.length > 0) texts.set(text, own.map((each) => each.node.text).join('\n'));
      for (const each of own) add(each.node);
    }
  };
  if (open.length > 0) add(kernel);
  // A cast of a value, or a function that is looked at too.
  const isPlain = (callee: string): boolean =>
    /^(?:static|const)_cast$|^template$/.test(callee) || texts.has(callee);
  return open.map((name) => {
    const given = new RegExp(`(\\w+)\\s*<[^<>;(){}]*\\b${name}\\b`, 'g');
    const isDecisive = [...texts.values()].some(
      (text) =>
        OF_SIZE.test(text) || [...text.matchAll(given)].some(([, callee = '']) => !isPlain(callee)),
    );
    return { name, isDecisive };
  });
}

/** Nobody tells it, or a template of the host's. */
export const isOpenType = (given: Type | Expression | undefined): boolean =>
  given === undefined ||
  (!isExpression(given) && given.kind === 'other' && templateIn(given) === undefined);

/** So many pointers more lead to it, or fewer. */
export function atLevel(type: Type, levels: number): Type | undefined {
  if (levels === 0) return type;
  if (levels > 0) return atLevel({ kind: 'pointer', to: type, space: 'global' }, levels - 1);
  return type.kind === 'pointer' ? atLevel(type.to, levels + 1) : undefined;
}

/** A pointer among a kernel's arguments points to global memory. */
export const inGlobal = (type: Type): Type =>
  type.kind === 'pointer' && type.space === undefined ? { ...type, space: 'global' } : type;
