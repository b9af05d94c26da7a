import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Launch } from './launch.ts';
import { functionDeclaratorOf } from './declarators.ts';
import type { HostClasses } from './host-classes.ts';
import { runtimeCall } from './runtime-calls.ts';

/** A call that changes arrays or pointers of the device. */
const changes = (callee: string): boolean =>
  /^(?:std::)?swap$/.test(callee) ||
  (/^(?:cuda|hip)/.test(callee) && /^(?:makes|writes)$/.test(runtimeCall(callee)?.use(0) ?? ''));

/** The host's functions, and what in them is worth following. */
export class HostFunctions {
  readonly #root: TreeNode;
  readonly #launches: readonly Launch[];
  readonly #classes: HostClasses;
  readonly #functions = new Map<string, TreeNode>();
  /** Methods and lambdas, by the last of their names. */
  readonly #others = new Map<string, TreeNode[]>();
  readonly #known = new Map<number, boolean>();

  constructor(root: TreeNode, launches: readonly Launch[], classes: HostClasses) {
    this.#root = root;
    this.#launches = launches;
    this.#classes = classes;
    const methods = new Set(classes.all().map(({ node }) => node.id));
    for (const node of root.descendantsOfType('function_definition')) {
      const name = node && nameOf(node);
      const isKernel = launches.some(({ kernel }) => kernel === name);
      if (!node || name === undefined || isKernel || /__(?:device|global)__/.test(headOf(node)))
        continue;
      if (methods.has(node.id)) this.#add(name, node);
      else this.#functions.set(name, node);
    }
    for (const lambda of root.descendantsOfType('lambda_expression')) {
      const name = lambda?.parent?.childForFieldName('declarator')?.text;
      if (lambda && name !== undefined) this.#add(name, lambda);
    }
  }

  #add(name: string, node: TreeNode): void {
    const last = lastName(name);
    this.#others.set(last, [...(this.#others.get(last) ?? []), node]);
  }

  get(name: string): TreeNode | undefined {
    return this.#functions.get(name);
  }

  /** Those that nobody calls and that launch. */
  first(): readonly TreeNode[] {
    return [...this.#functions].flatMap(([name, definition]) =>
      !this.#isCalled(name) && this.isFollowed(definition) ? [definition] : [],
    );
  }

  /** Methods that launch, whoever calls them. */
  methods(): ReturnType<HostClasses['all']> {
    return this.#classes.all().filter(({ node }) => this.isFollowed(node));
  }

  #isCalled(name: string): boolean {
    return this.#root
      .descendantsOfType('call_expression')
      .some((call) => call.childForFieldName('function')?.text.replace(/<.*/s, '') === name);
  }

  /** Functions of the text that a call may lead to. */
  #ledTo(callee: string): readonly TreeNode[] {
    const own = this.#functions.get(callee);
    return [...(own ? [own] : []), ...(this.#others.get(lastName(callee)) ?? [])];
  }

  /** Calls that launch, in a part of the text and in what it calls. */
  launchesOf(node: TreeNode, found = new Set<number>()): ReadonlySet<number> {
    for (const call of found.has(node.id) ? [] : node.descendantsOfType('call_expression')) {
      if (this.#launches.some((launch) => launch.node.id === call.id)) found.add(call.id);
      found.add(node.id);
      for (const each of this.#ledTo(calleeOf(call))) this.launchesOf(each, found);
    }
    return found;
  }

  /** It launches, or changes arrays of the device. */
  isFollowed(node: TreeNode): boolean {
    const known = this.#known.get(node.id);
    if (known !== undefined) return known;
    this.#known.set(node.id, false);
    const is =
      node.descendantsOfType('call_expression').some((call) => {
        const callee = calleeOf(call);
        return (
          this.#launches.some((launch) => launch.node.id === call.id) ||
          changes(callee) ||
          this.#ledTo(callee).some((each) => this.isFollowed(each))
        );
      }) ||
      node.descendantsOfType(['declaration', 'new_expression']).some((made) => {
        const type = made.childForFieldName('type')?.text ?? '';
        const methods = this.#classes.get(type)?.methods.get(lastName(type.replace(/<.*/s, '')));
        return methods?.some((each) => this.isFollowed(each)) ?? false;
      });
    this.#known.set(node.id, is);
    return is;
  }
}

/** The lambda that a name stands for at a place, if nothing but calls uses the name. */
export function lambdaNamed(name: string, place: TreeNode): TreeNode | undefined {
  for (let at = place.parent; at; at = at.parent) {
    const inside = at.type === 'compound_statement' ? children(at) : [];
    for (const each of inside)
      for (const made of each.type === 'declaration'
        ? each.childrenForFieldName('declarator')
        : []) {
        const value = made.childForFieldName('value');
        if (value && made.childForFieldName('declarator')?.text === name)
          return value.type === 'lambda_expression' ? value : undefined;
      }
  }
  return undefined;
}

/** A lambda that is kept under a name, by which it is called and nothing else; or called where it is made. */
export const isOnlyCalled = (lambda: TreeNode): boolean =>
  isCallee(lambda) || usesOf(lambda)?.every(isCallee) === true;

const isCallee = (node: TreeNode): boolean =>
  node.parent?.childForFieldName('function')?.id === node.id;

/** Its calls by its name, or where it is made. */
export const callsOfLambda = (lambda: TreeNode): readonly TreeNode[] =>
  [lambda, ...(usesOf(lambda) ?? [])].flatMap((use) =>
    isCallee(use) && use.parent ? [use.parent] : [],
  );

/** Where its name is used; undefined where it has none. */
function usesOf(lambda: TreeNode): readonly TreeNode[] | undefined {
  const name = lambda.parent?.childForFieldName('declarator');
  const block = lambda.parent?.parent?.parent;
  if (name?.type !== 'identifier' || block?.type !== 'compound_statement') return undefined;
  return block
    .descendantsOfType('identifier')
    .filter((use) => use.text === name.text && use.id !== name.id);
}

/** The innermost lambda that a place is in. */
export function lambdaAround(place: TreeNode): TreeNode | undefined {
  let at = place.parent;
  while (at && !/^(?:lambda_expression|function_definition)$/.test(at.type)) at = at.parent;
  return at?.type === 'lambda_expression' ? at : undefined;
}

export const parametersOfLambda = (lambda: TreeNode): readonly string[] =>
  children(lambda.childForFieldName('declarator')?.childForFieldName('parameters') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1)?.text ?? '',
  );

const calleeOf = (call: TreeNode): string =>
  call.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';

const lastName = (callee: string): string => /\w+$/.exec(callee.trimEnd())?.[0] ?? callee;

const nameOf = (definition: TreeNode): string | undefined =>
  functionDeclaratorOf(definition.childForFieldName('declarator'))?.childForFieldName('declarator')
    ?.text;

const headOf = (definition: TreeNode): string => definition.text.replace(/\{.*/s, '');
