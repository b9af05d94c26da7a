import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { callsOf } from './argument-types.ts';
import { nameOfCallee } from './calls.ts';
import { functionAround, parametersOf, pathOf, valuesOf, withoutBrackets } from './host-text.ts';

/** A launch in the host's text. */
export interface Launch {
  readonly kernel: string;
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
      kernel: string,
      [grid, block, bytes, stream]: readonly (TreeNode | undefined)[],
      passed: readonly TreeNode[],
      isOpen = false,
    ): Launch => ({
      kernel,
      node,
      start: node.startIndex,
      grid,
      block,
      bytes,
      isWithoutBytes: bytes === undefined && !isOpen,
      stream,
      args: passed,
      packed,
    });
    const syntax = node.children.find((child) => child.type === 'kernel_call_syntax');
    if (syntax) return kernelsOf(callee).map((kernel) => launched(kernel, children(syntax), args));
    const form = CALLS.find(([name]) => name.test(callee.text))?.[1];
    const { kernel, sizes, passed, isOpen } = form?.(args) ?? {};
    return kernel && sizes ? [launched(kernel, sizes, passed ?? [], isOpen)] : [];
  });
}

interface Called {
  readonly kernel: string | undefined;
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
      kernel: kernel && pointedTo(kernel),
      sizes: list && [grid, block, bytes, stream],
      passed: list && pointersIn(list),
    }),
  ],
  [
    /^(?:cuda|hip)LaunchKernelEx$/,
    ([config, kernel, ...rest]) => ({
      kernel: kernel && pointedTo(kernel),
      sizes: config && configured(config),
      passed: rest,
      isOpen: true,
    }),
  ],
  [
    /^hipLaunchKernelGGL$/,
    ([written, grid, block, bytes, stream, ...rest]) => {
      const kernel = written && withoutBrackets(written);
      const inner =
        kernel?.type === 'call_expression'
          ? children(kernel.childForFieldName('arguments'))[0]
          : kernel;
      const named = inner ?? kernel;
      return {
        kernel: named && nameOfCallee(named)[0],
        sizes: [grid, block, bytes, stream],
        passed: rest,
      };
    },
  ],
];

/** The kernel of `(void *)f`, `&f` or `f<int>`. */
const pointedTo = (kernel: TreeNode): string =>
  kernel.descendantsOfType(['identifier']).at(-1)?.text ?? kernel.text;

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

/** A kernel's name; of a pointer to kernels, as in `kernel = &transpose;`, those that it is given. */
function kernelsOf(callee: TreeNode): readonly string[] {
  const { text } = callee.root;
  // Variables of other functions may have the name.
  const isKernel = (name: string): boolean =>
    new RegExp(`__global__[^;{}]*\\b${name}\\s*\\(`).test(text);
  const given = new Set(givenTo(callee).flatMap(namesOf).filter(isKernel));
  return given.size > 0 ? [...given] : [nameOfCallee(callee)[0]];
}

const namesOf = (node: TreeNode): readonly string[] =>
  node.type === 'initializer_list'
    ? children(node).flatMap(namesOf)
    : (/^&?\s*(\w+)$/.exec(node.text)?.slice(1) ?? []);

/** Values that a pointer, an array of pointers or a member is given in its function, by calls, or outside. */
function givenTo(callee: TreeNode): readonly TreeNode[] {
  const node = withoutBrackets(callee);
  const inside = functionAround(node);
  switch (node.type) {
    case 'pointer_expression': {
      const pointer = node.childForFieldName('argument');
      return pointer ? givenTo(pointer) : [];
    }
    case 'subscript_expression': {
      const [array, indices] = ['argument', 'indices'].map((each) => node.childForFieldName(each));
      const all = array ? givenTo(array) : [];
      const [list, another] = all;
      const index = Number(children(indices ?? null)[0]?.text);
      const only = another || !list ? undefined : children(list)[index];
      return only ? [only] : all;
    }
    case 'identifier':
    case 'field_expression': {
      const path = pathOf(node);
      const own = inside ? valuesOf(inside, path) : [];
      const place = inside ? parametersOf(inside).indexOf(path) : -1;
      if (own.length > 0 || !inside) return own;
      return place < 0
        ? valuesOf(node.root, path)
        : callsOf(inside).flatMap(
            (call) => children(call.childForFieldName('arguments'))[place] ?? [],
          );
    }
    default:
      return [];
  }
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
