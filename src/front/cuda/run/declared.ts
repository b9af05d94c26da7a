import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';

/** A declarator without its brackets and stars. */
export interface Declared {
  readonly name: string;
  readonly stars: number;
  readonly sizes: readonly (TreeNode | undefined)[];
  readonly isReference: boolean;
  /** A pointer to an array, and the like. */
  readonly isOther: boolean;
}

export function declaredBy(declarator: TreeNode): Declared {
  const [sizes, kinds]: [(TreeNode | undefined)[], string[]] = [[], []];
  let at: TreeNode | null = declarator;
  while (at && !at.type.endsWith('identifier')) {
    kinds.push(at.type);
    if (at.type === 'array_declarator' || at.type === 'abstract_array_declarator')
      sizes.unshift(at.childForFieldName('size') ?? undefined);
    at =
      at.childForFieldName('declarator') ??
      (/reference|parenthesized/.test(at.type) ? children(at)[0] : null) ??
      null;
  }
  const isKnown = /^(?:abstract_)?(?:pointer|array|reference|function)_declarator$/;
  return {
    name: at?.text ?? '',
    stars: kinds.filter((kind) => /pointer/.test(kind)).length,
    sizes,
    isReference: kinds.some((kind) => /reference/.test(kind)),
    isOther: kinds.some((kind) => !isKnown.test(kind)),
  };
}

/** A declaration of the device's own variables. */
export const isSymbol = (declaration: string): boolean =>
  /__(?:device|constant|managed)__/.test(declaration);
