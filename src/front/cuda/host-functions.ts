import type { TreeNode } from '../tree-node.ts';
import type { Launch } from './launch.ts';
import { functionDeclaratorOf } from './declarators.ts';
import { runtimeCall } from './runtime-calls.ts';

/** A call that changes arrays or pointers of the device. */
const changes = (callee: string): boolean =>
  /^(?:std::)?swap$/.test(callee) ||
  (/^(?:cuda|hip)/.test(callee) && /^(?:makes|writes)$/.test(runtimeCall(callee)?.use(0) ?? ''));

/** The host's functions, and what in them is worth following. */
export class HostFunctions {
  readonly #root: TreeNode;
  readonly #launches: readonly Launch[];
  readonly #functions = new Map<string, TreeNode>();
  readonly #known = new Map<number, boolean>();

  constructor(root: TreeNode, launches: readonly Launch[]) {
    this.#root = root;
    this.#launches = launches;
    for (const node of root.descendantsOfType('function_definition')) {
      const name = node && nameOf(node);
      const isKernel = launches.some(({ kernel }) => kernel === name);
      if (node && name !== undefined && !isKernel && !/__(?:device|global)__/.test(headOf(node)))
        this.#functions.set(name, node);
    }
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

  #isCalled(name: string): boolean {
    return this.#root
      .descendantsOfType('call_expression')
      .some((call) => call?.childForFieldName('function')?.text.replace(/<.*/s, '') === name);
  }

  /** It launches, or changes arrays of the device. */
  isFollowed(node: TreeNode): boolean {
    const known = this.#known.get(node.id);
    if (known !== undefined) return known;
    this.#known.set(node.id, false);
    const is = node.descendantsOfType('call_expression').some((call) => {
      const callee = call?.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '';
      const own = this.#functions.get(callee);
      return (
        this.#launches.some((launch) => launch.node.id === call?.id) ||
        changes(callee) ||
        (own !== undefined && this.isFollowed(own))
      );
    });
    this.#known.set(node.id, is);
    return is;
  }
}

const nameOf = (definition: TreeNode): string | undefined =>
  functionDeclaratorOf(definition.childForFieldName('declarator'))?.childForFieldName('declarator')
    ?.text;

const headOf = (definition: TreeNode): string => definition.text.replace(/\{.*/s, '');
