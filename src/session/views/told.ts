import type { Diagnostic } from '../../base/diagnostic.ts';

/** Who has something to say about the kernel text. */
export interface Told {
  /** What reading the text showed. */
  readonly read: readonly Diagnostic[];
  /** What a run of its model showed. */
  readonly ofRun: readonly Diagnostic[];
  /** What running its work-items showed. */
  readonly ofValues: readonly Diagnostic[];
  readonly ofCompiler: readonly Diagnostic[];
}

/** Errors of which a compiler says many more, all about the same. */
const LOST: ReadonlySet<string> = new Set(['syntax', 'cuda']);

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** All that there is to say about a text, each thing once: what somebody says more exactly takes the place of what
 * others say, and what comes of an error that is said is left out. */
export function toldOnce({ read, ofRun, ofValues, ofCompiler }: Told): readonly Diagnostic[] {
  const errors = read.filter(isError);
  const isLost = errors.some(({ code }) => LOST.has(code));
  const isEcho = ({ span }: Diagnostic): boolean =>
    errors.some((one) => one.span.start < span.end && span.start < one.span.end);
  const all = [
    // What running the work-items showed says it more exactly than the reading of the text.
    ...(ofValues.length === 0 ? read : read.filter(({ code }) => code !== 'local-race')),
    ...ofRun,
    // That what has no meaning has no value either.
    ...ofValues.filter((one) => !(one.code === 'values-unsupported' && isEcho(one))),
    ...ofCompiler.filter((one) => !isLost && !(isError(one) && isEcho(one))),
  ];
  const byPlace = new Map(
    all.toReversed().map((each) => [`${each.span.start} ${each.message}`, each]),
  );
  return [...byPlace.values()].toReversed();
}
