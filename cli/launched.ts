import { withLaunch } from '../src/checker/values.ts';
import type { Given } from '../src/front/reader.ts';
import type { KernelParser } from '../src/kernel/parser.ts';
import { InputError } from './diagnostics.ts';
import type { PlaceOf } from './places.ts';

const OPTION = '--launch';

/** A text with the launch that the command line states behind it.
 * @throws {InputError} where it does not fit. */
export function launchedText(
  parser: KernelParser,
  name: string,
  text: string,
  launch: string,
  about: Given & { readonly kernelName?: string | undefined },
): { readonly text: string; readonly from: number } {
  const made = withLaunch(parser, text, launch, about);
  if (made.ok) return made;
  throw new InputError(`${name}: ${OPTION}: ${made.why}`, []);
}

/** Places from `from` on belong to the option. */
export const placesBefore =
  (placeOf: PlaceOf, from: number, file = OPTION): PlaceOf =>
  (span) =>
    span.start < from ? placeOf(span) : { line: 1, column: 1, file };
