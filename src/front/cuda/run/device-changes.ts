import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf, modifiersOf } from '../declarators.ts';
import { nameOfCall } from './functions.ts';

/** Names of the device's variables that kernels may change. */
export class DeviceChanges {
  readonly #functions: readonly { readonly node: TreeNode; readonly kernel: string | undefined }[];
  /** Functions that take a reference. */
  readonly #byReference: ReadonlySet<string>;
  readonly #named: ReadonlySet<string>;
  /** Lambdas or objects that are called do. */
  readonly #objectsDo: boolean;
  /** Dimensions of arrays, members too. */
  readonly #dimensions = new Map<string, number>();

  constructor(root: TreeNode) {
    for (const each of root.descendantsOfType('array_declarator')) {
      const name = each.descendantsOfType(['identifier', 'field_identifier'])[0]?.text ?? '';
      const inner = each.descendantsOfType('array_declarator').length;
      this.#dimensions.set(name, Math.max(inner, this.#dimensions.get(name) ?? 0));
    }
    const all = root.descendantsOfType('function_definition').map((node) => {
      const declarator = functionDeclaratorOf(node.childForFieldName('declarator'));
      const name = nameOfCall(declarator?.childForFieldName('declarator') ?? null);
      return { node, name, words: modifiersOf(node), declarator };
    });
    this.#functions = all
      .filter(({ words }) => words.has('__global__') || words.has('__device__'))
      .map(({ node, name, words }) => ({
        node,
        kernel: words.has('__global__') ? name : undefined,
      }));
    const takesReference = (declarator: TreeNode | null | undefined): boolean =>
      /&/.test(declarator?.childForFieldName('parameters')?.text ?? '');
    this.#byReference = new Set(
      all.flatMap(({ name, declarator }) => (takesReference(declarator) ? [name] : [])),
    );
    this.#named = new Set(all.map(({ name }) => name));
    this.#objectsDo =
      [...this.#byReference].some((name) => name.startsWith('operator')) ||
      root
        .descendantsOfType('lambda_expression')
        .some((each) => takesReference(each.childForFieldName('declarator')));
  }

  /** A kernel, or any function that it may call, may change the variable. */
  mayChange(kernel: string, name: string): boolean {
    return this.#uses(kernel, name).some((use) => !this.#isRead(use));
  }

  /** A kernel may follow the pointers in the variable. */
  mayFollow(kernel: string, name: string): boolean {
    return this.#uses(kernel, name).length > 0;
  }

  #uses(kernel: string, name: string): readonly TreeNode[] {
    return this.#functions
      .filter((each) => (each.kernel ?? kernel) === kernel)
      .flatMap(({ node }) => node.descendantsOfType('identifier'))
      .filter((use) => use.text === name);
  }

  /** A function of the device may give the variable itself another value. */
  isAssigned(name: string): boolean {
    return this.#functions.some(({ node }) =>
      node
        .descendantsOfType('identifier')
        .some(
          (use) =>
            use.text === name &&
            (/^(?:pointer|update)_expression$/.test(use.parent?.type ?? '')
              ? !use.parent?.text.startsWith('*')
              : use.parent?.type === 'assignment_expression' && use.field === 'left'),
        ),
    );
  }

  /** An occurrence takes the value, or that of an element; an array's is a pointer to it. */
  #isRead(use: TreeNode): boolean {
    let at = use;
    let dimensions = this.#dimensions.get(use.text) ?? 0;
    for (;;) {
      const { parent } = at;
      const isIn = (field: string): boolean => parent?.childForFieldName(field)?.id === at.id;
      switch (parent?.type) {
        case 'subscript_expression':
          if (!isIn('argument')) return dimensions <= 0;
          dimensions -= 1;
          break;
        case 'field_expression':
          dimensions = this.#dimensions.get(parent.childForFieldName('field')?.text ?? '') ?? 0;
          break;
        case 'parenthesized_expression':
          break;
        case 'conditional_expression':
          if (isIn('condition')) return true;
          break;
        case 'subscript_argument_list':
        case 'condition_clause':
        case 'cast_expression':
        case 'binary_expression':
        case 'unary_expression':
          return dimensions <= 0;
        case 'assignment_expression':
          return isIn('right') && dimensions <= 0;
        case 'init_declarator': {
          const made = parent.childForFieldName('declarator');
          return isIn('value') && made?.type === 'identifier' && dimensions <= 0;
        }
        case 'argument_list': {
          const callee = nameOfCall(parent.parent?.childForFieldName('function') ?? null);
          const isObject = this.#objectsDo && !this.#named.has(callee);
          const isValue = at !== use && dimensions <= 0;
          return isValue && !isObject && !this.#byReference.has(callee);
        }
        default:
          return false;
      }
      at = parent;
    }
  }
}
