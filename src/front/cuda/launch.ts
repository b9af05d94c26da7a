import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { functionAround, valuesOf } from './host-text.ts';
import { type Kernel, kernelsOf } from './launched-kernels.ts';

/** A launch in the host's text. */
export interface Launch {
  readonly kernel: string;
  /** Its template's arguments, as far as they are written. */
  readonly explicit: readonly TreeNode[];
  /** Other kernels may be launched here, which nobody tells. */
  readonly isOpen: boolean;
  readonly node: TreeNode;
  /** Its first character. */
  readonly start: number;
  readonly grid: TreeNode | undefined;
  readonly block: TreeNode | undefined;
  readonly bytes: TreeNode | undefined;
  /** Those of shared memory are left out, which makes them 0. */
  readonly isWithoutBytes: boolean;
  /** Launches of one stream wait for each other. */
  readonly stream: TreeNode | undefined;
  readonly args: readonly TreeNode[];
  /** `args...` behind them, of the function's own pack. */
  readonly packed?: TreeNode | undefined;
}

export function launchesIn(root: TreeNode): readonly Launch[] {
  return root.descendantsOfType('call_expression').flatMap((node): Launch[] => {
    const callee = node.childForFieldName('function');
    if (!node || !callee) return [];
    const all = children(node.childForFieldName('arguments'));
    const packed = all.find(({ type }) => type === 'parameter_pack_expansion');
    const args = all.filter(({ id }) => id !== packed?.id);
    const launched = (
      kernel: Kernel,
      [grid, block, bytes, stream]: readonly (TreeNode | undefined)[],
      passed: readonly TreeNode[],
      areSizesOpen = false,
    ): Launch => ({
      ...kernel,
      node,
      start: node.startIndex,
      grid,
      block,
      bytes,
      isWithoutBytes: bytes === undefined && !areSizesOpen,
      stream,
      args: passed,
      packed,
    });
    const syntax = node.children.find((child) => child.type === 'kernel_call_syntax');
    if (syntax) return kernelsOf(callee).map((kernel) => launched(kernel, children(syntax), args));
    const form = CALLS.find(([name]) => name.test(callee.text))?.[1];
    const { kernel, sizes, passed, isOpen } = form?.(args) ?? {};
    return kernel && sizes
      ? kernelsOf(kernel).map((each) => launched(each, sizes, passed ?? [], isOpen))
      : [];
  });
}

interface Called {
  readonly kernel: TreeNode | undefined;
  /** Blocks, threads, bytes of shared memory, stream. */
  readonly sizes: readonly (TreeNode | undefined)[] | undefined;
  readonly passed: readonly TreeNode[] | undefined;
  /** Sizes that are not found may be told elsewhere. */
  readonly isOpen?: boolean;
}

/** Calls of the run-time that launch a kernel (CUDA Runtime API, Execution Control). */
const CALLS: readonly (readonly [name: RegExp, form: (args: readonly TreeNode[]) => Called])[] = [
  [
    /^(?:cuda|hip)Launch(?:Cooperative)?Kernel$/,
    ([kernel, grid, block, list, bytes, stream]) => ({
      kernel,
      sizes: list && [grid, block, bytes, stream],
      passed: list && pointersIn(list),
    }),
  ],
  [
    /^(?:cuda|hip)LaunchKernelEx$/,
    ([config, kernel, ...rest]) => ({
      kernel,
      sizes: config && configured(config),
      passed: rest,
      isOpen: true,
    }),
  ],
  [
    /^hipLaunchKernelGGL$/,
    ([kernel, grid, block, bytes, stream, ...rest]) => ({
      kernel,
      sizes: [grid, block, bytes, stream],
      passed: rest,
    }),
  ],
];

/** Members of `cudaLaunchConfig_t`, in their order. */
const CONFIGURED = ['gridDim', 'blockDim', 'dynamicSmemBytes', 'stream'];

/** Values of a launch's `cudaLaunchConfig_t`; undefined for members that are given two. */
function configured(config: TreeNode): readonly (TreeNode | undefined)[] {
  const name = config.text.replace(/^&\s*/, '');
  const inside = functionAround(config);
  const [list] = inside ? valuesOf(inside, name) : [];
  const parts = list?.type === 'initializer_list' ? children(list) : [];
  return CONFIGURED.map((member, place) => {
    const [only, another] = inside ? valuesOf(inside, `${name}.${member}`) : [];
    if (only !== undefined) return another === undefined ? only : undefined;
    const designated = parts.find(
      ({ type, namedChildren }) =>
        type === 'initializer_pair' && namedChildren[0]?.text === `.${member}`,
    );
    return designated?.childForFieldName('value') ?? parts[place];
  });
}

/** `void *args[] = {&a, &n};`, of the launch's own function or of all. */
function pointersIn(list: TreeNode): readonly TreeNode[] {
  const [made] = [functionAround(list), list.root].flatMap((place) =>
    (place?.descendantsOfType('init_declarator') ?? []).filter(
      (each) => each.descendantsOfType('identifier')[0]?.text === list.text,
    ),
  );
  return children(made?.childForFieldName('value') ?? null).map(
    (each) => each.descendantsOfType('identifier').at(-1) ?? each,
  );
}
