import type { TreeNode } from '../tree-node.ts';
import type { Declarator } from '../syntax.ts';
import { isLarge } from './choice.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import type { Launch } from './launch.ts';

const LOOPS = ['for_statement', 'while_statement', 'do_statement'];
const OF_DEVICE = /__(?:global|device)__/;
const COUNTS_BLOCKS = /\b(?:gridDim|this_grid|num_blocks|group_dim|dim_blocks)\b/;

/** Device code asks for the number of blocks. */
function asksForGrid(host: Host, kernel: TreeNode): boolean {
  const functions = host.root.descendantsOfType('function_definition');
  const own = [kernel.text, ...functions.flatMap((each) => each.text ?? [])];
  return own.some((text) => OF_DEVICE.test(text) && COUNTS_BLOCKS.test(text));
}

/** Some of a launch's blocks do what they do among all, and end soon.
 * @param kernel its definition
 * @param mayBeLong nothing smaller can be chosen */
export function mayBePart(
  host: Host,
  launch: Launch,
  frame: Frame,
  { parameters, kernel }: { readonly parameters: readonly Declarator[]; readonly kernel: TreeNode },
  mayBeLong: boolean,
): boolean {
  if (asksForGrid(host, kernel)) return false;
  if (mayBeLong) return true;
  const isLong = parameters.some(({ type }, i) => {
    const arg = launch.args[i];
    return arg && type.kind === 'scalar' && isLarge(Number(host.number(arg, frame, type.scalar)));
  });
  return !isLong || kernel.descendantsOfType(LOOPS).length === 0;
}
