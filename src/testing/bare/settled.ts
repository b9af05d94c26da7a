import { withFixes } from '../../language/index.ts';
import { platform } from '../engine.ts';
import { kernelFiles } from '../kernel-files.ts';
import { type Said, verdictOf } from '../verdict-of.ts';

/** Kernels in the manner of public ones, without a pragma: the launch, lengths and arguments are not stated. */
export const BARE_KERNELS = kernelFiles(new URL('kernels/', import.meta.url));

/** Those of a check where nobody states the size. */
const CONSTANTS = platform({ size: 16, LM: 2 ** 15 });

/** Take longer than a few seconds. */
export const SLOW: ReadonlySet<string> = new Set([
  'binomial_option',
  'bitonic_step',
  'convolution_separable',
  'haar_wavelet',
  'image_to_columns',
  'level_solve',
  'local_product',
  'nearest_cluster',
  'path_rows',
  'resize_bilinear',
  'stencil_3d',
  'stencil_heat',
  'stencil_pitch',
]);

/** A verdict, and what an answer that is offered makes of one that depends. */
export interface Settled {
  readonly said: Said;
  /** The answer's lines. */
  readonly by?: readonly string[];
  readonly then?: Said;
}

export async function settled(text: string): Promise<Settled> {
  const said = await verdictOf(text, CONSTANTS);
  if (said.status !== 'depends') return { said };
  // A press answers all that is asked at once.
  const [fixes] = said.answers.toSorted((a, b) => b.length - a.length);
  if (fixes === undefined) return { said };
  const answered = withFixes(text, { fixes, span: { start: 0, end: 0 } });
  const then = await verdictOf(answered, CONSTANTS);
  return { said, by: fixes.map(({ line }) => line), then };
}
