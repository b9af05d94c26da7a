import type { Kernel } from '../kernel/ir.ts';
import { platform, exampleText, kernelOf } from './engine.ts';
import type { Environment } from '../language/index.ts';

export { exampleText, kernelOf };

/** The paper's platform with a size and parameter values. */
export const environment = (
  size: number,
  values: Readonly<Record<string, number>>,
  changes: Readonly<Record<string, number>> = {},
): Environment => ({ ...platform({ size, ...changes }), ...values });

export const example = (name: string): { readonly text: string; readonly kernel: Kernel } => {
  const text = exampleText(name);
  return { text, kernel: kernelOf(text) };
};

/** Removes the one `|` and returns its offset. */
export function caret(marked: string): { readonly text: string; readonly at: number } {
  const at = marked.indexOf('|');
  return { text: marked.slice(0, at) + marked.slice(at + 1), at };
}
