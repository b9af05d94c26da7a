import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import { functionDeclaratorOf, parametersIn } from './declarators.ts';
import { declarationOf, parametersOf, pathOf, withoutBrackets } from './host-text.ts';
import { arrayIn } from './passed-arrays.ts';
import { runtimeCall } from './runtime-calls.ts';
import { viewedIn } from './tensors.ts';

/** Pointers of the host that are given another array: by an assignment, or by a swap. */

/** Other arrays that a pointer may stand for. */
export interface Held {
  readonly sources: readonly TreeNode[];
  /** Where it is set. */
  readonly moves: readonly TreeNode[];
  /** It may also stand for what nobody can tell. */
  readonly isOpen: boolean;
}

interface Moves {
  readonly held: ReadonlyMap<string, Held>;
  /** Pointers that only change places among each other, by name. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** Arrays that a pointer leads somewhere into: `a` of `b = a + f(n)`. */
  readonly bases: ReadonlyMap<string, readonly string[]>;
  /** Sources that are no change of places. */
  readonly loose: ReadonlyMap<string, readonly string[]>;
}

interface Assigned {
  readonly target: TreeNode;
  readonly value: TreeNode;
  /** The statement that it is alone in. */
  readonly statement: TreeNode | null;
}

const NOTHING: Held = { sources: [], moves: [], isOpen: false };

/** Calls of interfaces set a pointer to an array that they make. */
const isInterface = (name: string): boolean =>
  /^cu[A-Z]/.test(name) || runtimeCall(name) !== undefined;

const known = new WeakMap<TreeNode, Moves>();

function movesIn(inside: TreeNode): Moves {
  const found = known.get(inside) ?? collected(inside);
  known.set(inside, found);
  return found;
}

/** Where a name's values are looked for: in its function, or everywhere. */
function placeOf(root: TreeNode, name: string, { function: inside }: Frame): TreeNode {
  const [owner = name] = name.split('.');
  const isOwn = inside !== undefined && declarationOf(owner, inside, inside) !== undefined;
  return isOwn && inside ? inside : root;
}

export const heldBy = (root: TreeNode, name: string, frame: Frame): Held =>
  movesIn(placeOf(root, name, frame)).held.get(name) ?? NOTHING;

const sourcesOf = ({ held, bases }: Moves, name: string): readonly string[] => [
  ...(held.get(name)?.sources ?? []).flatMap((source) => {
    const array = arrayIn(source);
    return array ? [pathOf(array)] : [];
  }),
  ...(bases.get(name) ?? []),
];

/** All that a pointer may stand for, by name, itself among them. */
function allHeldBy(moves: Moves, name: string): ReadonlySet<string> {
  const all = new Set([name]);
  for (const each of all) {
    for (const source of sourcesOf(moves, each)) all.add(source);
    const [owner = '', ...members] = each.split('.');
    // A struct that is copied leads to the same arrays.
    if (members.length > 0)
      for (const source of sourcesOf(moves, owner)) all.add([source, ...members].join('.'));
  }
  return all;
}

/** Two pointers of one function may come to stand for one array. */
export function mayMeet(root: TreeNode, one: string, other: string, frame: Frame): boolean {
  const moves = movesIn(placeOf(root, one, frame));
  const held = allHeldBy(moves, one);
  const isMet = [...allHeldBy(moves, other)].some((each) => held.has(each));
  if (!isMet) return isMemberOfOther(root, one, other) || isMemberOfOther(root, other, one);
  const group = moves.groups.get(one);
  if (group === undefined || !group.has(other)) return true;
  const firsts = [...group].map((each) => moves.loose.get(each) ?? [each]);
  return firsts.some(({ length }) => length > 1) || new Set(firsts.flat()).size < firsts.length;
}

/** Arrays that an array of pointers is given for its elements: those of `{a, b}` and of `d[0] = a`. */
export function givenToElements(root: TreeNode, name: string): readonly string[] {
  const given = root
    .descendantsOfType(['init_declarator', 'assignment_expression'])
    .flatMap((node) => {
      const made = node.childForFieldName('declarator');
      const ofMade =
        made?.type === 'pointer_declarator' ? made.childForFieldName('declarator') : made;
      const left = node.childForFieldName('left') ?? ofMade;
      const value = node.childForFieldName('right') ?? node.childForFieldName('value');
      const inner = left?.childForFieldName('argument') ?? left?.childForFieldName('declarator');
      const isIt = /^(?:subscript_expression|array_declarator)$/.test(left?.type ?? '');
      if (!value || !isIt || !inner || pathOf(inner).replaceAll('*', '') !== name) return [];
      return value.type === 'initializer_list' ? children(value) : sidesOf(value);
    });
  return given.flatMap((each) => {
    const node = withoutBrackets(each);
    return node.type === 'subscript_expression' ? [pathOf(node)] : basesIn(node);
  });
}

/** `s.a = s.b` anywhere, for `t.a` and `t.b`; no change of places. */
function isMemberOfOther(root: TreeNode, one: string, other: string): boolean {
  const memberOf = (path: string): string | undefined => /\.(\w+)$/.exec(path)?.[1];
  const [own, from] = [memberOf(one), memberOf(other)];
  if (own === undefined || from === undefined || own === from) return false;
  return runsOf(assignmentsIn(root)).some(
    (run) =>
      permutedBy(run).length < 2 &&
      run.some(
        ({ target, value }) =>
          memberOf(pathOf(target)) === own && memberOf(pathOf(arrayIn(value) ?? value)) === from,
      ),
  );
}

/** `a` of `a + f(n)` and `&a[k]`, and arguments that a function of the text returns.
 * @param callers functions that call themselves, also by another's name, give nothing new. */
function basesIn(value: TreeNode, callers: readonly TreeNode[] = []): readonly string[] {
  const node = withoutBrackets(value);
  const array = arrayIn(node);
  if (array) return [pathOf(array)];
  const viewed = viewedIn({ isPart: true }, node);
  if (viewed) return basesIn(viewed, callers);
  if (node.type === 'call_expression') {
    const called = functionNamed(node, node.childForFieldName('function')?.text ?? '');
    if (called === undefined || callers.includes(called)) return [];
    const args = children(node.childForFieldName('arguments'));
    const inside = [...callers, called];
    const returned = called
      .descendantsOfType('return_statement')
      .flatMap((each) => children(each))
      .flatMap(sidesOf)
      .flatMap((side) => basesIn(side, inside));
    return parametersOf(called).flatMap((name, i) =>
      returned.includes(name) && args[i] ? basesIn(args[i], callers) : [],
    );
  }
  const inner = ['left', 'argument', 'value'].map((side) => node.childForFieldName(side));
  return inner.flatMap((each) => (each ? basesIn(each, callers) : []));
}

function collected(inside: TreeNode): Moves {
  const held = new Map<string, { sources: TreeNode[]; moves: TreeNode[]; isOpen: boolean }>();
  const of = (name: string) => {
    const own = held.get(name) ?? { sources: [], moves: [], isOpen: false };
    held.set(name, own);
    return own;
  };
  const groups = new Map<string, Set<string>>();
  const join = (names: readonly string[]): void => {
    const all = new Set(names.flatMap((name) => [...(groups.get(name) ?? [name])]));
    for (const each of all) groups.set(each, all);
  };
  const exchange = (nodes: readonly TreeNode[]): void => {
    for (const node of nodes) {
      const own = of(pathOf(node));
      own.sources.push(...nodes.filter((each) => each !== node));
      own.moves.push(node);
    }
    join(nodes.map(pathOf));
  };
  const loose = new Map<string, string[]>();
  const bases = new Map<string, string[]>();
  const share = (nodes: readonly TreeNode[]): void => {
    exchange(nodes);
    const names = nodes.map(pathOf);
    for (const name of names) loose.set(name, [...(loose.get(name) ?? []), ...names]);
  };
  const assigned = assignmentsIn(inside);
  const permuted = new Set<Assigned>();
  for (const run of runsOf(assigned)) {
    const changed = permutedBy(run);
    if (changed.length < 2) continue;
    join(changed);
    for (const each of run) permuted.add(each);
  }
  for (const each of assigned) {
    const { target, value } = each;
    const own = of(pathOf(target));
    own.moves.push(target);
    for (const source of sidesOf(value)) {
      const array = arrayIn(source);
      if (array === undefined) {
        own.isOpen = true;
        bases.set(pathOf(target), [...(bases.get(pathOf(target)) ?? []), ...basesIn(source)]);
      } else own.sources.push(source);
      if (permuted.has(each)) continue;
      const name = array ? pathOf(array) : source.text;
      loose.set(pathOf(target), [...new Set([...(loose.get(pathOf(target)) ?? []), name])]);
    }
  }
  for (const call of inside.descendantsOfType('call_expression')) {
    const callee = call.childForFieldName('function');
    const args = children(call.childForFieldName('arguments') ?? null);
    const name = callee?.text.replace(/^.*::/, '').replace(/<.*/s, '') ?? '';
    if (callee?.type === 'field_expression' && /(?:\.|->)swap$/.test(callee.text)) {
      const owner = callee.childForFieldName('argument');
      if (owner && args[0]) exchange([owner, args[0]]);
      continue;
    }
    if (name.endsWith('_cast')) continue;
    const places = args.map(targetOf);
    const called = isInterface(name) ? undefined : functionNamed(inside, name);
    const changed = /swap/i.test(name)
      ? places
      : places.filter((_, i) => args[i]?.text.startsWith('&') || isByReference(called, i));
    const nodes = changed.flatMap((each) => each ?? []);
    if (nodes.length === 2 && (/swap/i.test(name) || isSwap(called))) exchange(nodes);
    else if (called && nodes.length > 1 && handsOver(called)) share(nodes);
    else if (!isInterface(name))
      for (const each of nodes) {
        of(pathOf(each)).isOpen = true;
        of(pathOf(each)).moves.push(each);
      }
  }
  // An array of its own is one of them too.
  for (const [name, sources] of loose)
    if (new RegExp(`&\\s*${name}\\b`).test(inside.text)) sources.push(name);
  return { held, groups, loose, bases };
}

const functionNamed = (inside: TreeNode, name: string): TreeNode | undefined =>
  inside.root
    .descendantsOfType('function_definition')
    .find(
      (each) =>
        functionDeclaratorOf(each.childForFieldName('declarator') ?? null)?.childForFieldName(
          'declarator',
        )?.text === name,
    ) ?? undefined;

/** A parameter `float *&a`. */
function isByReference(called: TreeNode | undefined, place: number): boolean {
  return /\*\s*(?:__restrict__\s*)?&/.test(parametersIn(called)[place]?.text ?? '');
}

/** A function whose pointers only change places. */
const isSwap = (called: TreeNode | undefined): boolean => {
  const all = called ? assignmentsIn(called) : [];
  const [run, another] = runsOf(all);
  return run !== undefined && another === undefined && permutedBy(run).length > 1;
};

/** It may give one of its arguments what another leads to. */
function handsOver(called: TreeNode): boolean {
  const names = parametersOf(called);
  return called.descendantsOfType('assignment_expression').some((each) => {
    const [left, right] = ['left', 'right'].map((side) => each.childForFieldName(side)?.text ?? '');
    const has = (text: string | undefined, name: string): boolean =>
      name !== '' && new RegExp(`\\b${name}\\b`).test(text ?? '');
    return names.some((name) => has(left, name)) && names.some((name) => has(right, name));
  });
}

/** `&a` or `a`. */
function targetOf(arg: TreeNode): TreeNode | undefined {
  const node = withoutBrackets(arg);
  const target = node.text.startsWith('&') ? node.childForFieldName('argument') : node;
  return target && /^(?:identifier|field_expression)$/.test(target.type) ? target : undefined;
}

/** Values that there may be: both of `x ? a : b`, none of a null pointer. */
export function sidesOf(value: TreeNode): readonly TreeNode[] {
  const node = withoutBrackets(value);
  if (node.type === 'conditional_expression')
    return ['consequence', 'alternative'].flatMap((side) => {
      const inner = node.childForFieldName(side);
      return inner ? sidesOf(inner) : [];
    });
  return /^(?:nullptr|NULL|0|\{\})$/.test(node.text) ? [] : [value];
}

/** Plain assignments, and first values of pointers. What is no pointer may only be another's name. */
function assignmentsIn(inside: TreeNode): readonly Assigned[] {
  const found: Assigned[] = [];
  for (const node of inside.descendantsOfType(['init_declarator', 'assignment_expression'])) {
    const made = node.childForFieldName('declarator');
    const isPlain = node.childForFieldName('operator')?.text === '=';
    const left = made ?? (isPlain ? node.childForFieldName('left') : undefined);
    const target = made ? (left?.descendantsOfType('identifier').at(-1) ?? left) : left;
    const value = node.childForFieldName(made ? 'value' : 'right');
    if (!node || !target || !value || !/^(?:identifier|field_expression)$/.test(target.type))
      continue;
    const declared = declarationOf(target.text, inside, inside.root)?.declarator.text;
    const isPointer = declared === undefined || declared.startsWith('*');
    const isPart = viewedIn({ isPart: true }, withoutBrackets(value)) !== undefined;
    if (isPointer || isPart || sidesOf(value).some((each) => arrayIn(each)))
      found.push({ target, value, statement: node.parent });
  }
  return found;
}

/** Assignments that follow each other directly. */
function runsOf(assigned: readonly Assigned[]): readonly (readonly Assigned[])[] {
  const runs: Assigned[][] = [];
  for (const each of assigned) {
    const run = runs.at(-1);
    const before = run?.at(-1)?.statement;
    const isNext = before && each.statement?.previousNamedSibling?.id === before.id;
    if (run && isNext) run.push(each);
    else runs.push([each]);
  }
  return runs;
}

/** The names that a run of assignments changes, where it gives each the array of another: `t = a; a = b; b = t`. */
function permutedBy(run: readonly Assigned[]): readonly string[] {
  const now = new Map<string, string>();
  const first = run[0] && pathOf(run[0].target);
  for (const { target, value } of run) {
    const array = arrayIn(value);
    const from = array && pathOf(array);
    if (from === undefined) return [];
    now.set(pathOf(target), now.get(from) ?? from);
  }
  const changed = [...now].filter(([name]) => name !== first);
  const sources = changed.map(([, from]) => from);
  const isClosed = changed.every(([name]) => sources.includes(name));
  return isClosed && new Set(sources).size === changed.length ? changed.map(([name]) => name) : [];
}
