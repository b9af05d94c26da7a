import { binary, sameExpr } from '../algebra.ts';
import { type Expr, num } from '../expr.ts';
import { named as children } from '../parsed.ts';
import type { TreeNode } from '../tree-node.ts';
import type { Frame } from './host-names.ts';
import { type Element, pathOf } from './host-text.ts';
import { isKind } from './runtime-calls.ts';

/** Bytes to which rows are aligned. */
const PITCH = 512;

/** Evaluates expressions of the host's text. */
interface Evaluates {
  readonly root: TreeNode;
  value(node: TreeNode | null | undefined, frame: Frame): Expr | undefined;
}

export const pitchFor = (width: number): number => Math.ceil(width / PITCH) * PITCH;

/** Widths of all arrays whose pitch is left in one variable. */
export const widthsAt = (within: TreeNode, path: string): readonly TreeNode[] =>
  within.descendantsOfType('call_expression').flatMap((call) => {
    if (!isKind(call.childForFieldName('function')?.text ?? '', 'allocate rows')) return [];
    const [, pitch, width] = children(call.childForFieldName('arguments') ?? null);
    const target = pitch?.childForFieldName('argument');
    return width && target && pathOf(target) === path ? [width] : [];
  });

/** Bytes from row to row of what one call allocates: devices take whole 512. */
export function pitchOf(host: Evaluates, path: string, frame: Frame): Expr | undefined {
  // Arrays of one width share a variable for their pitch.
  const [width, ...others] = widthsAt(frame.function ?? host.root, path).map((each) =>
    host.value(each, frame),
  );
  if (others.some((each) => !width || !each || !sameExpr(each, width))) return undefined;
  const rows = width && binary('/', binary('+', width, num(PITCH - 1)), num(PITCH));
  return rows && binary('*', rows, num(PITCH));
}

/** Elements of `cudaMallocPitch(&d, &pitch, width, height)`. */
export function pitchedElements(
  host: Evaluates,
  call: TreeNode,
  frame: Frame,
  element: Element,
): Expr | undefined {
  const [, pitch, , height] = children(call.childForFieldName('arguments'));
  const target = pitch?.childForFieldName('argument') ?? undefined;
  const bytes = target && pitchOf(host, pathOf(target), frame);
  const rows = host.value(height, frame);
  return bytes && rows && binary('/', binary('*', bytes, rows), num(element.bytes ?? 1));
}
