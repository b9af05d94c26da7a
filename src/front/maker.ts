import type { Parser } from 'web-tree-sitter';
import type { Diagnostic } from '../base/diagnostic.ts';
import type { Told } from './cuda/kernels.ts';
import type { Assembled, Includes } from './includes.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import type { Program } from './syntax.ts';
import type { TreeNode } from './tree-node.ts';

/** Code without what the grammar does not know; places stay. */
export interface Blanked {
  readonly text: string;
  readonly qualifiers: readonly Qualifier[];
}

/** Code that the grammar has read. */
export interface Grown extends Blanked {
  readonly code: MappedText;
  /** Names that are no variables of the text. */
  readonly known: readonly string[];
  readonly told: Told;
  readonly watch: (share: number) => void;
}

export interface Parsed {
  /** Absent where it does not parse. */
  readonly program?: Program;
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes the typed tree of one language's texts. */
export interface Maker {
  /** The text with what it includes, and with what the language's headers define. */
  assemble(source: string, includes: Includes | undefined): Assembled;
  blank(code: string): Blanked;
  /** The grammar's tree of blanked code. */
  grown(parser: Parser, text: string): TreeNode | null;
  /** @throws {TooDeep} on absurd nesting. */
  parsed(root: TreeNode, grown: Grown): Parsed;
  /** The text without what only the host's compiler understands. */
  deviceText(source: string, root: TreeNode): string;
}

/** A language's grammar, and what makes our tree of its tree. */
export interface Front {
  readonly parser: Parser;
  readonly maker: Maker;
}
