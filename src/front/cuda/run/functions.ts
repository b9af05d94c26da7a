import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf, modifiersOf } from '../declarators.ts';
import type { HostClasses } from '../host-classes.ts';
import { globalsIn } from '../host-text.ts';
import { asksTensor } from '../tensors.ts';

/** The last of a function's names, or a method's; the library's keep theirs. */
export const nameOfCall = (callee: TreeNode | null): string =>
  (callee?.childForFieldName('field') ?? callee)?.text
    .replace(/\s*<.*$/s, '')
    .replace(/^(?!std::|thrust::).*::/s, '') ?? '';

const declaredIn = (declarator: TreeNode | null): TreeNode | undefined =>
  functionDeclaratorOf(declarator)?.childForFieldName('declarator') ?? undefined;

/** Expressions that may set something. */
const DOES = ['assignment_expression', 'update_expression', 'call_expression'];

/** Methods of the library's containers, and of tensors. */
const IS_CONSTANT = /^(?:size|empty|length|capacity|c_str|cbegin|cend|contiguous)$/;

/** Its object, or a part of it, may be set by what the method gives. */
const givesItself = (method: TreeNode): boolean =>
  (method.childForFieldName('declarator')?.type === 'reference_declarator' &&
    !/^(?:inline\s+)?const\b/.test(method.text)) ||
  method.descendantsOfType('this').some(({ parent }) => parent?.type !== 'field_expression');

/** The host's functions, by the last of their names. */
export class HostFunctions {
  readonly #root: TreeNode;
  readonly #named = new Map<string, TreeNode[]>();
  readonly #methods: ReadonlySet<number>;

  constructor(root: TreeNode, classes: HostClasses) {
    this.#root = root;
    this.#methods = new Set(
      classes.all().flatMap(({ node }) => (modifiersOf(node).has('static') ? [] : node.id)),
    );
    for (const node of root.descendantsOfType('function_definition')) {
      const name = nameOfCall(declaredIn(node.childForFieldName('declarator')) ?? null);
      const words = modifiersOf(node);
      if (words.has('__global__') || (words.has('__device__') && !words.has('__host__'))) continue;
      this.#named.set(name, [...this.named(name), node]);
    }
  }

  all(): readonly TreeNode[] {
    return [...this.#named.values()].flat();
  }

  entries(): Iterable<readonly [string, readonly TreeNode[]]> {
    return this.#named;
  }

  has(name: string): boolean {
    return this.#named.has(name);
  }

  named(name: string): readonly TreeNode[] {
    return this.#named.get(name) ?? [];
  }

  /** Those that others call where there is no `main`. */
  uncalled(): readonly TreeNode[] {
    const called = new Set(
      this.#root
        .descendantsOfType('call_expression')
        .map((call) => nameOfCall(call.childForFieldName('function'))),
    );
    return [...this.#named].flatMap(([name, all]) => (called.has(name) ? [] : all));
  }

  /** Functions of the text, which are no variables. */
  isPrototype(declaration: TreeNode): boolean {
    return declaration.childrenForFieldName('declarator').some((each) => {
      const own = declaredIn(each);
      return own !== undefined && this.has(nameOfCall(own));
    });
  }

  /** A prototype of the text has no body. */
  isDeclaredOnly(name: string): boolean {
    return (
      !this.has(name) &&
      globalsIn(this.#root).some((each) =>
        each
          .descendantsOfType('function_declarator')
          .some((one) => one.childForFieldName('declarator')?.text === name),
      )
    );
  }

  /** A method that leaves its object as it is. */
  isConstant(method: string): boolean {
    const all = this.named(method);
    if (all.length === 0) return IS_CONSTANT.test(method) || asksTensor(method);
    return all.every((each) => {
      const declarator = functionDeclaratorOf(each.childForFieldName('declarator'));
      const body = each.childForFieldName('body');
      if (givesItself(each)) return false;
      return (
        declarator?.children.some(({ text }) => text === 'const') === true ||
        (body !== null && body.descendantsOfType(DOES).length === 0)
      );
    });
  }

  /** It needs an object. */
  isMethod({ id }: TreeNode): boolean {
    return this.#methods.has(id);
  }

  /** A method that is called by its name alone, and may set its object. */
  isOfObject(callee: TreeNode | null): boolean {
    return (
      callee?.type === 'identifier' &&
      this.named(callee.text).some((each) => this.isMethod(each)) &&
      !this.isConstant(callee.text)
    );
  }

  /** A function of the text may set what it is given there. */
  isReference(name: string, place: number): boolean {
    return this.named(name).some((each) => {
      const list = functionDeclaratorOf(each.childForFieldName('declarator'));
      const text = children(list?.childForFieldName('parameters') ?? null)[place]?.text ?? '';
      return /&/.test(text) && !/\bconst\b/.test(text);
    });
  }
}
