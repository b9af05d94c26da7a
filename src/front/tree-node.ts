import type { Parser, TreeCursor } from 'web-tree-sitter';

/** Shared by all nodes of a tree. */
interface Text {
  readonly text: string;
  /** In the order of the text. */
  readonly byType: Map<string, TreeNode[]>;
}

/** A node of a syntax tree. The grammar's own live in WebAssembly, where each question costs a call. */
export class TreeNode {
  /** Nodes of all trees are counted, each before what is inside of it. */
  static #count = 0;
  readonly id = (TreeNode.#count += 1);
  readonly type: string;
  /** The part that it is of its parent. */
  readonly field: string | null;
  readonly parent: TreeNode | null;
  readonly root: TreeNode;
  readonly children: TreeNode[] = [];
  readonly startIndex: number;
  readonly endIndex: number;
  readonly isNamed: boolean;
  /** The grammar expected it, and it is not there. */
  readonly isMissing: boolean;
  /** It or a part of it does not parse. */
  readonly hasError: boolean;
  /** The last node inside has this number. */
  #last = this.id;
  readonly #shared: Text;

  /** @param isBroken the tree has an error somewhere. */
  constructor(at: TreeCursor, parent: TreeNode | null, text: string, isBroken: boolean) {
    this.type = at.nodeType;
    // Before an error the grammar knows no parts.
    this.field = parent?.isError === true ? null : at.currentFieldName;
    this.startIndex = at.startIndex;
    this.endIndex = at.endIndex;
    this.isNamed = at.nodeIsNamed;
    this.isMissing = isBroken && at.nodeIsMissing;
    this.hasError = isBroken && at.currentNode.hasError;
    this.parent = parent;
    this.root = parent?.root ?? this;
    this.#shared = parent === null ? { text, byType: new Map() } : parent.#shared;
    parent?.children.push(this);
    const alike = this.#shared.byType.get(this.type);
    if (alike === undefined) this.#shared.byType.set(this.type, [this]);
    else alike.push(this);
  }

  /** All that is inside was made. */
  close(): void {
    this.#last = TreeNode.#count;
  }

  get text(): string {
    return this.#shared.text.slice(this.startIndex, this.endIndex);
  }

  get isError(): boolean {
    return this.type === 'ERROR';
  }

  /** Those that are no punctuation. */
  get namedChildren(): readonly TreeNode[] {
    return this.children.filter(({ isNamed }) => isNamed);
  }

  get previousNamedSibling(): TreeNode | null {
    const siblings = this.parent?.namedChildren ?? [];
    return siblings.findLast(({ id }) => id < this.id) ?? null;
  }

  childForFieldName(name: string): TreeNode | null {
    return this.children.find(({ field }) => field === name) ?? null;
  }

  childrenForFieldName(name: string): readonly TreeNode[] {
    return this.children.filter(({ field }) => field === name);
  }

  /** Itself and what is inside, in the order of the text. */
  descendantsOfType(types: string | readonly string[]): readonly TreeNode[] {
    if (typeof types === 'string') return this.#inside(types);
    const found = types.flatMap((type) => this.#inside(type));
    return found.toSorted((a, b) => a.id - b.id);
  }

  #inside(type: string): readonly TreeNode[] {
    const all = this.#shared.byType.get(type) ?? [];
    return this.parent === null
      ? all
      : all.slice(firstFrom(all, this.id), firstFrom(all, this.#last + 1));
  }
}

/** Where the first node stands that has this number or a greater one. */
function firstFrom(nodes: readonly TreeNode[], id: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.id ?? Infinity) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The tree of a text.
 * @param shown what the grammar reads in its place, as long as the text.
 * @returns null where the grammar gives up.
 */
export function grownTree(parser: Parser, text: string, shown = text): TreeNode | null {
  const tree = parser.parse(shown);
  if (tree === null) return null;
  const cursor = tree.walk();
  try {
    const isBroken = tree.rootNode.hasError;
    const root = new TreeNode(cursor, null, text, isBroken);
    let at = root;
    for (;;) {
      if (cursor.gotoFirstChild()) {
        at = new TreeNode(cursor, at, text, isBroken);
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        at.close();
        if (at.parent === null) return root;
        cursor.gotoParent();
        at = at.parent;
      }
      at.close();
      at = new TreeNode(cursor, at.parent, text, isBroken);
    }
  } finally {
    cursor.delete();
    tree.delete();
  }
}
