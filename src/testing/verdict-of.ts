import type { Fix } from '../base/diagnostic.ts';
import { positionAt } from '../base/span.ts';
import type { SearchValues } from '../checker/index.ts';
import { poseValues, verifyPrograms } from '../checker/values.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import type { Constants } from '../platform/index.ts';
import { conditionsOf, type VerdictStatus } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { readsForNothing } from './reads-for-nothing.ts';

const parser = await createNodeKernelParser();

/** The tool's answer about a kernel's values. */
export interface Said {
  readonly status: VerdictStatus;
  readonly configurations: number;
  readonly findings: readonly {
    readonly kind: string;
    /** Lines of the text, from 1: the finding's own first, then those it goes back to. */
    readonly lines: readonly number[];
    readonly message: string;
  }[];
  readonly remarks: readonly string[];
  /** Lines that answer what findings assume with no. */
  readonly answers: readonly (readonly Fix[])[];
  /** What a right one rests on. */
  readonly conditions: readonly string[];
  /** See `readsForNothing`. */
  readonly readsForNothing: boolean;
  /** Undecided parts, with reasons. */
  readonly open: readonly string[];
}

/** Verifies a kernel as the command line does.
 * @param given values of tuning parameters; the others take all of theirs
 * @param search by SPIN; without it the work-items are run alone */
export async function verdictOf(
  text: string,
  constants: Constants,
  given: Readonly<Record<string, number>> = {},
  search?: SearchValues,
): Promise<Said> {
  const posed = poseValues(parser, text, { constants, given });
  if (posed.obstacle !== undefined)
    throw new Error(`${posed.obstacle} ${JSON.stringify(posed.diagnostics)}`);
  const { signal } = new AbortController();
  const { status, findings, remarks, notChecked, configurations } = await verifyPrograms(
    posed.programs,
    posed.unposed,
    { run: (program) => checkByRunning(program, { signal, text, constants }), search, signal },
  );
  const lineOf = (start: number): number => positionAt(text, start).line;
  return {
    status,
    configurations: configurations.length,
    findings: findings.map(({ kind, span, related = [], message }) => ({
      kind,
      lines: [span, ...related.map((each) => each.span)].map(({ start }) => lineOf(start)),
      message,
    })),
    remarks: remarks.map(({ kind }) => kind),
    answers: findings.flatMap(({ assumed }) =>
      assumed === undefined || assumed.otherwise.length === 0 ? [] : [assumed.otherwise],
    ),
    conditions: conditionsOf({ notChecked }),
    readsForNothing: readsForNothing({ notChecked }),
    open: notChecked.filter(({ weakens }) => weakens).map(({ what, why }) => `${what}: ${why}`),
  };
}
