import type { Node as TreeNode } from 'web-tree-sitter';
import { named as children } from '../parsed.ts';
import { nameOfCallee } from './calls.ts';
import { functionAround, valuesOf, withoutBrackets } from './host-text.ts';

/** A launch in the host's text. */
export interface Launch {
  readonly kernel: string;
  readonly node: TreeNode;
  /** Its first character. */
  readonly start: number;
  readonly grid: TreeNode | undefined;
  readonly block: TreeNode | undefined;
  readonly bytes: TreeNode | undefined;
  /** Launches of one stream wait for each other. */
  readonly stream: TreeNode | undefined;
  readonly args: readonly TreeNode[];
  /** `args...` behind them, of the function's own pack. */
  readonly packed?: TreeNode | undefined;
}

export function launchesIn(root: TreeNode): readonly Launch[] {
  return root.descendantsOfType('call_expression').flatMap((node): Launch[] => {
    const callee = node?.childForFieldName('function');
    if (!node || !callee) return [];
    const all = children(node.childForFieldName('arguments'));
    const packed = all.find(({ type }) => type === 'parameter_pack_expansion');
    const args = all.filter(({ id }) => id !== packed?.id);
    const syntax = node.children.find((child) => child?.type === 'kernel_call_syntax');
    if (syntax) {
      const [grid, block, bytes, stream] = children(syntax);
      return kernelsOf(callee).map((kernel) => ({
        kernel,
        node,
        start: node.startIndex,
        grid,
        block,
        bytes,
        stream,
        args,
        packed,
      }));
    }
    if (/^(?:cuda|hip)Launch(?:Cooperative)?Kernel$/.test(callee.text)) {
      const [kernel, grid, block, list, bytes, stream] = args;
      const name = kernel?.descendantsOfType(['identifier']).at(-1)?.text ?? kernel?.text;
      if (name === undefined || list === undefined) return [];
      return [
        {
          kernel: name,
          node,
          start: node.startIndex,
          grid,
          block,
          bytes,
          stream,
          args: pointersIn(root, list),
        },
      ];
    }
    if (callee.text !== 'hipLaunchKernelGGL') return [];
    const [written, grid, block, bytes, stream, ...rest] = args;
    const kernel = written && withoutBrackets(written);
    if (kernel === undefined) return [];
    const inner =
      kernel.type === 'call_expression'
        ? children(kernel.childForFieldName('arguments'))[0]
        : kernel;
    return [
      {
        kernel: nameOfCallee(inner ?? kernel)[0],
        node,
        start: node.startIndex,
        grid,
        block,
        bytes,
        stream,
        args: rest,
      },
    ];
  });
}

/** A kernel's name; of a pointer to kernels, as in `kernel = &transpose;`, those that it is given. */
function kernelsOf(callee: TreeNode): readonly string[] {
  const [name] = nameOfCallee(callee);
  const inside = functionAround(callee);
  if (callee.type !== 'identifier' || inside === undefined) return [name];
  const given = valuesOf(inside, name).flatMap(({ text }) => /^&?\s*(\w+)$/.exec(text)?.[1] ?? []);
  return given.length > 0 ? [...new Set(given)] : [name];
}

/** `void *args[] = {&a, &n};` */
function pointersIn(root: TreeNode, list: TreeNode): readonly TreeNode[] {
  const made = root
    .descendantsOfType('init_declarator')
    .find((each) => each?.descendantsOfType('identifier')[0]?.text === list.text);
  return children(made?.childForFieldName('value') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1) ?? each,
  );
}
