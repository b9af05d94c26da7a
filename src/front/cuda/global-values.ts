import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { declarationOf, functionAround, globalsIn, parametersOf, valuesOf } from './host-text.ts';

/** Where functions are found by their names. */
interface Functions {
  readonly root: TreeNode;
  definition(name: string): TreeNode | undefined;
}

/** Its value is not told: it is set under a condition, or in a loop. */
const OPEN = 'open';
type Last = TreeNode | typeof OPEN | undefined;

const SETS = /^(?:init_declarator|assignment_expression|update_expression)$/;
const MAY_REPEAT =
  /^(?:(?:for|while|do|switch|try)_statement|for_range_loop|lambda_expression|conditional_expression)$/;

const NAMES = new WeakMap<TreeNode, ReadonlySet<string>>();

/** Names that a text declares outside of functions. */
function globalNames(root: TreeNode): ReadonlySet<string> {
  const known = NAMES.get(root);
  if (known) return known;
  const names = new Set(
    globalsIn(root).flatMap((node) =>
      node
        .childrenForFieldName('declarator')
        .flatMap((each) => each.descendantsOfType('identifier')[0]?.text ?? []),
    ),
  );
  NAMES.set(root, names);
  return names;
}

/** A variable outside of functions, which no argument and no local of the function hides. */
export function isGlobal(
  { root }: Pick<Functions, 'root'>,
  name: string,
  inside: TreeNode | undefined,
): boolean {
  if (!globalNames(root).has(name)) return false;
  if (inside === undefined) return true;
  return !parametersOf(inside).includes(name) && declarationOf(name, inside, inside) === undefined;
}

/** The value that such a variable has at a place, as `main` comes there in a straight line.
 * @returns undefined where the text leaves it open. */
export function globalValue(
  functions: Functions,
  name: string,
  use: TreeNode | undefined,
): TreeNode | undefined {
  const { root } = functions;
  const values = valuesOf(root, name).filter((each) => {
    const inside = functionAround(each);
    return inside === undefined || isGlobal(functions, name, inside);
  });
  const initial = values.filter((each) => functionAround(each) === undefined);
  const [only] = values;
  if (values.length === 1 || initial.length > 1) return values.length === 1 ? only : undefined;
  const main = functions.definition('main');
  return use && main ? new Walk(functions, values, use).from(main, initial[0]) : undefined;
}

class Walk {
  readonly #functions: Functions;
  readonly #values: ReadonlyMap<number, TreeNode>;
  readonly #use: TreeNode;
  readonly #entered = new Set<number>();
  readonly #changes = new Map<number, boolean>();
  readonly #seen = new Set<Last>();
  #last: Last;

  constructor(functions: Functions, values: readonly TreeNode[], use: TreeNode) {
    this.#functions = functions;
    this.#values = new Map(values.map((each) => [each.id, each]));
    this.#use = use;
  }

  /** Undefined unless all ways to the use bring the same value. */
  from(main: TreeNode, initial: TreeNode | undefined): TreeNode | undefined {
    this.#last = initial;
    this.#enter(main);
    const [seen, another] = this.#seen;
    return another === undefined && seen !== OPEN ? seen : undefined;
  }

  #enter(definition: TreeNode): void {
    const body = definition.childForFieldName('body');
    if (!body || this.#entered.has(definition.id)) return this.#leaveOpen(definition);
    this.#entered.add(definition.id);
    this.#walk(body);
    this.#entered.delete(definition.id);
  }

  #walk(node: TreeNode): void {
    if (node.id === this.#use.id) this.#seen.add(this.#last);
    if (MAY_REPEAT.test(node.type)) {
      this.#leaveOpen(node);
      this.#walkAll(node);
      return this.#leaveOpen(node);
    }
    if (node.type === 'if_statement') return this.#walkSides(node);
    this.#walkAll(node);
    if (node.type === 'call_expression') {
      const called = this.#called(node);
      if (called) this.#enter(called);
    }
    if (SETS.test(node.type)) this.#set(node);
  }

  #walkAll(node: TreeNode): void {
    for (const each of children(node)) this.#walk(each);
  }

  #walkSides(node: TreeNode): void {
    const condition = node.childForFieldName('condition');
    if (condition) this.#walk(condition);
    const before = this.#last;
    for (const side of ['consequence', 'alternative']) {
      this.#last = before;
      const taken = node.childForFieldName(side);
      if (taken) this.#walk(taken);
    }
    this.#last = before;
    this.#leaveOpen(node);
  }

  #set(node: TreeNode): void {
    const value = node.childForFieldName('value') ?? node.childForFieldName('right') ?? node;
    const known = this.#valueIn(node);
    if (known === undefined) return;
    const operator = node.childForFieldName('operator')?.text ?? '=';
    this.#last = value.id !== node.id && operator === '=' ? known : OPEN;
  }

  /** The value that is given here. */
  #valueIn(node: TreeNode): TreeNode | undefined {
    if (this.#values.has(node.id)) return this.#values.get(node.id);
    return children(node).flatMap((each) => this.#values.get(each.id) ?? [])[0];
  }

  #leaveOpen(node: TreeNode): void {
    if (this.#mayChange(node)) this.#last = OPEN;
  }

  /** It sets the variable, or calls what does. */
  #mayChange(node: TreeNode): boolean {
    const known = this.#changes.get(node.id);
    if (known !== undefined) return known;
    this.#changes.set(node.id, false); // for functions that call themselves
    const found =
      [...this.#values.values()].some(
        ({ startIndex }) => node.startIndex <= startIndex && startIndex < node.endIndex,
      ) ||
      node.descendantsOfType('call_expression').some((call) => {
        const called = call && this.#called(call);
        return called ? this.#mayChange(called) : false;
      });
    this.#changes.set(node.id, found);
    return found;
  }

  #called(call: TreeNode): TreeNode | undefined {
    const callee = call.childForFieldName('function')?.text;
    return callee === undefined ? undefined : this.#functions.definition(callee);
  }
}
