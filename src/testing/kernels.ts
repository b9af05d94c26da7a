import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';
import { show } from '../front/expr.ts';
import type { Block, Kernel } from '../kernel/ir.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { assemble } from '../front/includes.ts';
import { preprocess } from '../front/preprocess.ts';
import { blankQualifiers } from '../front/qualifiers.ts';
import type { Program } from '../front/syntax.ts';
import { convert } from '../front/tree.ts';
import { grownTree } from '../front/tree-node.ts';

/** One parser for all tests of a file. */
export const parser = await createNodeKernelParser();

const { resolve } = createRequire(import.meta.url);
const grammar = await Language.load(await readFile(resolve('tree-sitter-c/tree-sitter-c.wasm')));

/** The syntax of a text without errors. */
export function programIn(source: string): Program {
  const { code } = preprocess(assemble(source), { parameters: new Set() });
  const { text, qualifiers } = blankQualifiers(code.text);
  const reader = new Parser();
  try {
    const root = grownTree(reader.setLanguage(grammar), text);
    if (root === null) throw new Error('no tree');
    return convert(root, text, code, qualifiers, []);
  } finally {
    reader.delete();
  }
}

/** The kernel's body as indented lines. */
export function outline(kernel: Kernel): string[] {
  return lines(kernel.body, '');
}

function lines(block: Block, indent: string): string[] {
  return block.flatMap((node) => {
    switch (node.kind) {
      case 'work': {
        const accesses = node.accesses.map(
          ({ kind, space, name, ticks }) => `${kind} ${space} ${name} ${show(ticks)}`,
        );
        return [`${indent}work ${accesses.join(', ')}`];
      }
      case 'barrier':
        return [`${indent}barrier ${node.scope}`];
      case 'return':
        return [`${indent}return`];
      case 'loop':
        return [
          `${indent}loop ${node.index === undefined ? '' : `${node.index} of `}${show(node.trips)}`,
          ...lines(node.body, `${indent}  `),
        ];
      case 'branch':
        return [
          `${indent}${node.uniform ? 'uniform ' : ''}if ${show(node.condition)}`,
          ...lines(node.then, `${indent}  `),
          ...(node.otherwise.length === 0
            ? []
            : [`${indent}else`, ...lines(node.otherwise, `${indent}  `)]),
        ];
    }
  });
}

/** Lowers a text that must have no errors. */
export function lowered(text: string, name?: string): Kernel {
  const result = parser.lower(text, name);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
  return result.value;
}

/** Diagnostic codes with the text they mark. */
export function remarks(text: string, name?: string): string[] {
  return parser
    .lower(text, name)
    .diagnostics.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
}

/** Wraps a body as a kernel with WG and some arrays. */
export const kernel = (body: string, before = ''): string =>
  `#pragma tuner param WG = pow2(2, size)
${before}
__kernel void k(__global int *a, __global float *f, __global float4 *v, __local int *l, int n, float x) {
${body}
}
`;
