import type { Node as TreeNode } from 'web-tree-sitter';
import type { Frame } from './host-names.ts';
import { globalsIn } from './host-text.ts';
import { arrayIn } from './passed-arrays.ts';

/** One call of a host's function. */
export interface Call {
  readonly function: TreeNode | undefined;
  readonly given: Frame['given'];
  readonly numbers: Map<string, number>;
  /** By pointer; empty where it may be any. */
  readonly arrays: Map<string, string>;
}

/** Which array a pointer of the host stands for; arrays have names of their own. */
export class HostArrays {
  readonly #globals: ReadonlySet<string>;
  readonly #shared = new Map<string, string>();
  #made = 0;

  constructor(root: TreeNode) {
    this.#globals = new Set(
      globalsIn(root).flatMap((node) =>
        node.descendantsOfType('identifier').map((each) => each?.text ?? ''),
      ),
    );
  }

  /** The pointers among which a name is. */
  of(name: string, { arrays, function: inside }: Call): Map<string, string> {
    if (arrays.has(name) || !this.#globals.has(name)) return arrays;
    const own = inside?.descendantsOfType(['declaration', 'parameter_declaration']) ?? [];
    const isOwn = own.some((node) =>
      node
        ?.childrenForFieldName('declarator')
        .some((each) => each?.descendantsOfType('identifier')[0]?.text === name),
    );
    return isOwn ? arrays : this.#shared;
  }

  /** An array that is passed; undefined where it is a part of one, or nobody knows which. */
  passed(node: TreeNode | undefined, call: Call): string | undefined {
    const name = node && arrayIn(node)?.text;
    if (name === undefined) return undefined;
    const known = this.of(name, call);
    const array = known.get(name) ?? this.made(name);
    known.set(name, array);
    return array === '' ? undefined : array;
  }

  /** A pointer may stand for another's array, or for a part of it: then it stands for any. */
  assign(name: string, value: TreeNode | undefined, call: Call): void {
    const known = this.of(name, call);
    const from = value && arrayIn(value)?.text;
    const array = from === undefined ? undefined : this.of(from, call).get(from);
    if (value === undefined || /^(?:nullptr|NULL|0)$/.test(value.text)) known.delete(name);
    else known.set(name, array ?? '');
  }

  lose(name: string, call: Call): void {
    this.of(name, call).set(name, '');
  }

  made(name: string): string {
    this.#made += 1;
    return `${name} ${this.#made}`;
  }
}
