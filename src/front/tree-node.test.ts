import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { describe, expect, it } from 'vitest';
import { CUDA_PROGRAMS } from '../testing/cuda/index.ts';
import '../testing/kernels.ts';
import { VERDICT_CASES } from '../testing/verdicts/index.ts';
import { grownTree, type TreeNode } from './tree-node.ts';

/** The library's own tree is the oracle. */

const { resolve } = createRequire(import.meta.url);
const readerOf = async (grammar: string) =>
  new Parser().setLanguage(await Language.load(await readFile(resolve(grammar))));
const c = await readerOf('tree-sitter-c/tree-sitter-c.wasm');
const cuda = await readerOf('tree-sitter-cuda/tree-sitter-cuda.wasm');

type Either = TreeNode | Node;

const nodesOf = (node: Either): readonly Either[] => [
  node,
  ...node.children.flatMap((each) => (each === null ? [] : nodesOf(each))),
];

const placeOf = (node: Either | null) =>
  node && `${node.type} ${node.startIndex} ${node.endIndex} ${node.text}`;

/** The library leaves out some nodes that are asked themselves: directives with a line's end. */
const inside = (node: Either, types: string | string[]) =>
  node
    .descendantsOfType(types)
    .flatMap((each) => (each === null || each.id === node.id ? [] : placeOf(each)));

/** All that each node answers. */
function answersOf(root: Either, fields: readonly (string | null)[]) {
  const types = ['identifier', 'call_expression', '+', 'compound_statement'];
  return nodesOf(root).map((node, at) => [
    [placeOf(node), node.hasError, node.isError, node.isMissing],
    [placeOf(node.parent), placeOf(node.previousNamedSibling), node.namedChildren.map(placeOf)],
    fields.flatMap((name) => {
      const first = name === null ? null : node.childForFieldName(name);
      if (name === null || first === null) return [];
      return [name, placeOf(first), ...node.childrenForFieldName(name).map(placeOf)];
    }),
    inside(node, types[at % types.length] ?? ''),
    inside(node, types.slice(at % types.length)),
  ]);
}

/** Ours and the library's. */
function both(parser: Parser, text: string) {
  const [root, tree] = [grownTree(parser, text), parser.parse(text)];
  if (root === null || tree === null) throw new Error('no tree');
  const { fields } = tree.language;
  const answers = [answersOf(root, fields), answersOf(tree.rootNode, fields)];
  tree.delete();
  return answers;
}

/** Whole, cut, and without some ends of lines, as while somebody writes. */
const versions = (text: string): readonly string[] => [
  text,
  text.slice(0, text.length >> 1),
  text.replaceAll(/[;)]\s*$/gm, ''),
];

describe('a tree answers as the library does', () => {
  it.each(VERDICT_CASES.slice(0, 12))('of $name', ({ text }) => {
    for (const each of versions(text)) {
      const [ours, theirs] = both(c, each);
      expect(ours).toEqual(theirs);
    }
  });
  it.each(CUDA_PROGRAMS.slice(0, 8))('of $title', ({ text }) => {
    for (const each of versions(text)) {
      const [ours, theirs] = both(cuda, each);
      expect(ours).toEqual(theirs);
    }
  });
});
