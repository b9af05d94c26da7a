import { namesIn } from '../../front/expr.ts';
import { type Access, type Block, type Kernel, type Node, nodesIn } from '../../kernel/ir.ts';
import { type Form, formOf } from './form.ts';
import { byDimension, GROUP, ITEM, type Slots } from './names.ts';

/** A kernel made ready for counting, with its expressions compiled once. */
export interface Countable {
  readonly body: readonly Counted[];
  /** Of accesses whose address follows from the text. */
  readonly addresses: ReadonlyMap<Access, Form>;
}

/** A node of the kernel with its compiled expressions. */
export type Counted =
  | { readonly kind: 'work'; readonly accesses: readonly Access[] }
  | { readonly kind: 'barrier' }
  | { readonly kind: 'return' }
  | {
      readonly kind: 'loop';
      readonly slot: number;
      readonly trips: Form;
      /** Inside, something depends on the round. */
      readonly varies: boolean;
      readonly body: readonly Counted[];
    }
  | {
      readonly kind: 'branch';
      readonly condition: Form;
      readonly then: readonly Counted[];
      readonly otherwise: readonly Counted[];
    };

export function countable(kernel: Kernel, slots: Slots): Countable {
  const { geometry } = kernel;
  const indices = new Map(
    [...nodesIn(kernel.body)].flatMap((node, at) =>
      node.kind === 'loop' ? [[node, node.index ?? `@round${at}`] as const] : [],
    ),
  );
  const moving = new Set<string>([...ITEM, ...GROUP, ...indices.values()]);
  const form = (expr: Parameters<typeof byDimension>[0]): Form =>
    formOf(byDimension(expr, geometry), slots, (text) => moving.has(text));
  for (const text of moving) slots.of(text);
  const addresses = new Map<Access, Form>();
  for (const node of nodesIn(kernel.body))
    for (const access of node.kind === 'work' ? node.accesses : [])
      if (access.touched?.address) addresses.set(access, form(access.touched.address));
  const made = (block: Block): readonly Counted[] => block.map(nodeOf);
  function nodeOf(node: Node): Counted {
    switch (node.kind) {
      case 'work':
        return { kind: 'work', accesses: node.accesses };
      case 'barrier':
      case 'return':
        return { kind: node.kind };
      case 'loop': {
        const index = indices.get(node) ?? '';
        return {
          kind: 'loop',
          slot: slots.of(index),
          trips: form(node.trips),
          varies: variesWith(index, node.body),
          body: made(node.body),
        };
      }
      case 'branch':
        return {
          kind: 'branch',
          condition: form(node.condition),
          then: made(node.then),
          otherwise: made(node.otherwise),
        };
    }
  }
  return { body: made(kernel.body), addresses };
}

const variesWith = (index: string, body: Block): boolean =>
  [...nodesIn(body)].some(
    (inner) =>
      (inner.kind === 'loop' && namesIn(inner.trips).has(index)) ||
      (inner.kind === 'branch' && namesIn(inner.condition).has(index)),
  );
