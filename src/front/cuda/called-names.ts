import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Frame, HostNames } from './host-names.ts';
import { parametersOf, pathOf, valuesOf } from './host-text.ts';

/** Follows the host's variables into the functions that it calls. */

/** A struct is followed through so many functions and copies. */
const MOST_HANDS = 8;

interface Follows {
  definition(name: string): TreeNode | undefined;
  called(
    definition: TreeNode,
    args: readonly TreeNode[],
    frame: Frame,
    ofTemplate?: readonly TreeNode[],
  ): Frame;
}

/** A variable in a called function. */
interface CalledName {
  readonly name: string;
  readonly frame: Frame;
  readonly call: TreeNode;
}

/** By a place, a reference or a pointer that is passed, of the variable or of what it is a member of; or returned. */
export function namesIn(follows: Follows, path: string, frame: Frame): readonly CalledName[] {
  const body = frame.function?.childForFieldName('body');
  return (body?.descendantsOfType('call_expression') ?? []).flatMap((call) => {
    const callee = call.childForFieldName('function');
    const definition = follows.definition(callee?.text.replace(/<.*/s, '') ?? '');
    if (!call || !callee || !definition || definition.id === frame.function?.id) return [];
    const args = children(call.childForFieldName('arguments'));
    const names = [
      ...passedAs(parametersOf(definition), args, path),
      ...(targetOf(call) === path ? returnedBy(definition) : []),
    ];
    const ofTemplate = children(callee.childForFieldName('arguments'));
    const inside = follows.called(definition, args, frame, ofTemplate);
    return names.map((name) => ({ name, frame: inside, call }));
  });
}

/** Values that called functions give a variable. */
export const setIn = (follows: Follows, path: string, frame: Frame) =>
  namesIn(follows, path, frame).flatMap(({ name, frame: inside }) =>
    (inside.function ? valuesOf(inside.function, name) : []).map((node) => ({
      node,
      frame: inside,
    })),
  );

/** The struct that was copied or passed on as this one, whose member its function does not set. */
export function handedOn(
  follows: Pick<HostNames, 'declared'>,
  named: TreeNode,
  member: string,
  used: Frame,
): { readonly owner: TreeNode; readonly frame: Frame } {
  let [owner, frame] = [named, used];
  for (let depth = 0; depth < MOST_HANDS; depth += 1) {
    const { function: inside } = frame;
    if (inside && valuesOf(inside, `${owner.text}.${member}`).length > 0) break;
    const from = frame.given.get(owner.text) ?? follows.declared(owner.text, frame, owner);
    const source = from && placeIn(from.node);
    if (from === undefined || source?.type !== 'identifier') break;
    [owner, frame] = [source, from.frame];
  }
  return { owner, frame };
}

/** A variable has one value where it is used first and may have another later: it is counted up, or its place, or its
 * owner's, is passed. */
export function changesInUse(path: string, inside: TreeNode): boolean {
  const [owner = path] = path.split('.');
  const uses = inside.descendantsOfType(['identifier', 'field_expression']).flatMap((each) => {
    const isIt = each && (pathOf(each) === path || (each.text === owner && isPlace(each)));
    return isIt && each.parent?.type !== 'field_expression' ? [each] : [];
  });
  const isSet = (use: TreeNode): boolean => isPlace(use) || isTarget(use);
  const first = uses.findIndex((use) => !isSet(use) && pathOf(use) === path);
  return first >= 0 && uses.slice(first).some((use) => isPlace(use) || isCounted(use));
}

/** `&n` of an argument. */
const isPlace = ({ parent }: TreeNode): boolean =>
  parent?.type === 'pointer_expression' &&
  parent.text.startsWith('&') &&
  parent.parent?.type === 'argument_list';

/** It is declared, or given a value. */
const isTarget = (use: TreeNode): boolean =>
  ['left', 'declarator'].some((side) => use.parent?.childForFieldName(side)?.id === use.id) ||
  /declar/.test(use.parent?.type ?? '');

const isCounted = ({ id, parent }: TreeNode): boolean =>
  parent?.type === 'update_expression' ||
  (parent?.type === 'assignment_expression' &&
    parent.childForFieldName('left')?.id === id &&
    parent.childForFieldName('operator')?.text !== '=');

/** A variable is counted up, or changed by what it was, here or in a called function. */
export const isStepped = (follows: Follows, path: string, frame: Frame): boolean =>
  [{ name: path, frame }, ...namesIn(follows, path, frame)].some(({ name, frame: own }) =>
    own.function?.descendantsOfType(['assignment_expression', 'update_expression']).some((each) => {
      const target = each.childForFieldName('left') ?? each.childForFieldName('argument');
      const isPlain = each.childForFieldName('operator')?.text === '=';
      return target && !isPlain && pathOf(target) === name;
    }),
  );

function passedAs(
  parameters: readonly string[],
  args: readonly TreeNode[],
  path: string,
): readonly string[] {
  return args.flatMap((arg, i) => {
    const name = parameters[i];
    const passed = pathOf(placeIn(arg));
    if (name === undefined) return [];
    if (passed === path) return [name];
    return path.startsWith(`${passed}.`) ? [`${name}${path.slice(passed.length)}`] : [];
  });
}

const returnedBy = (definition: TreeNode): readonly string[] =>
  definition.descendantsOfType('return_statement').flatMap((each) => {
    const [value] = each ? children(each) : [];
    return value ? [pathOf(placeIn(value))] : [];
  });

/** `d` of `(void **)&d`, and of `*d`. */
export function placeIn(node: TreeNode): TreeNode {
  const inner =
    node.type === 'parenthesized_expression'
      ? children(node)[0]
      : (node.type === 'cast_expression' && node.childForFieldName('value')) ||
        (node.type === 'pointer_expression' && node.childForFieldName('argument')) ||
        undefined;
  return inner ? placeIn(inner) : node;
}

/** The statement's part that gives a variable what a call returns. */
const givenBy = (call: TreeNode): TreeNode | undefined => {
  let at = call;
  while (at.parent && /^(?:parenthesized|cast)_expression$/.test(at.parent.type)) at = at.parent;
  const isValue = ['value', 'right'].some(
    (field) => at.parent?.childForFieldName(field)?.id === at.id,
  );
  return isValue ? (at.parent ?? undefined) : undefined;
};

/** `d` of `float *d = (float *)make(n)`. */
function targetOf(call: TreeNode): string | undefined {
  const given = givenBy(call);
  const left = given?.childForFieldName('left');
  if (left) return pathOf(left);
  return given?.childForFieldName('declarator')?.descendantsOfType('identifier').at(-1)?.text;
}

/** A pointer is set by a call: as its argument, or to what it returns. */
export const isSetBy = (move: TreeNode, call: TreeNode): boolean =>
  [call, givenBy(call)].some(
    (each) => each && each.startIndex <= move.startIndex && each.endIndex >= move.endIndex,
  );

/** Memory of the host. */
const OF_HOST = /^(?:std::)?(?:malloc|calloc|realloc|aligned_alloc)$/;

/** A pointer is set by a function that is not in the text: as its argument `&d`, or to what it returns. */
export function isSetByOthers(follows: Pick<Follows, 'definition'>, move: TreeNode): boolean {
  let at = move;
  while (
    at.parent &&
    /^(?:pointer|cast|parenthesized)_(?:expression|declarator)$/.test(at.parent.type)
  )
    at = at.parent;
  const { parent } = at;
  const value = parent?.childForFieldName('value') ?? parent?.childForFieldName('right');
  const call = parent?.type === 'argument_list' ? parent.parent : value && placeIn(value);
  const callee = call?.type === 'call_expression' ? call.childForFieldName('function') : null;
  const name = callee?.text.replace(/<.*/s, '') ?? '';
  return callee?.type === 'identifier' && !OF_HOST.test(name) && !follows.definition(name);
}
