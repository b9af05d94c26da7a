import type { Diagnostic } from '../base/diagnostic.ts';

/** Who has something to say about the kernel text. */
export interface Told {
  /** From reading the text. */
  readonly read: readonly Diagnostic[];
  /** From a run of its model. */
  readonly ofRun: readonly Diagnostic[];
  /** From running its work-items. */
  readonly ofValues: readonly Diagnostic[];
  readonly ofCompiler: readonly Diagnostic[];
}

/** Compilers say many more errors about the same. */
const LOST: ReadonlySet<string> = new Set(['syntax']);

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** All diagnostics once: exact ones replace vague ones; an error's consequences are dropped. */
export function toldOnce({ read, ofRun, ofValues, ofCompiler }: Told): readonly Diagnostic[] {
  const errors = read.filter(isError);
  const isLost = errors.some(({ code }) => LOST.has(code));
  const isEcho = ({ span }: Diagnostic): boolean =>
    errors.some((one) => one.span.start < span.end && span.start < one.span.end);
  const all = [
    // Runs are more exact than reading.
    ...(ofValues.length === 0 ? read : read.filter(({ code }) => code !== 'local-race')),
    ...ofRun,
    // Without a meaning there is no value.
    ...ofValues.filter((one) => !(one.code === 'values-unsupported' && isEcho(one))),
    ...ofCompiler.filter((one) => !isLost && !(isError(one) && isEcho(one))),
  ];
  const byPlace = new Map(
    all.toReversed().map((each) => [`${each.span.start} ${each.message}`, each]),
  );
  return [...byPlace.values()].toReversed();
}
