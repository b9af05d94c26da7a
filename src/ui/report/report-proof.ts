import { allHold, type Evidence, nativeCommands } from '../../checker/index.ts';
import type { Run } from '../../session/run/run.ts';
import type { RecheckView } from '../../session/workbench/recheck-view.ts';
import { whole } from '../../base/words.ts';

/** A name, what it is, and what that means. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly meaning?: string;
}

/** The evidence, and commands that reproduce it. */
export interface ReportProof {
  readonly rows: readonly Row[];
  /** The version of SPIN that the commands are for. */
  readonly spin: string;
  readonly commands: ReturnType<typeof nativeCommands>;
  /** Where nothing is proved, or nothing was checked here. */
  readonly instead?: string | undefined;
}

export function proofOf(
  { evidence, result, origin, runs }: Run,
  { checks }: RecheckView,
): ReportProof | undefined {
  if (!evidence || !result) return undefined;
  const found = { trail: result.trail, time: result.minTime };
  return {
    rows: rowsOf(evidence, runs),
    spin: evidence.versions.spin,
    commands: evidence.proof || result.trail ? nativeCommands(evidence, found) : [],
    ...(origin && {
      instead: allHold(checks)
        ? `All of this stands in ${origin.name}, and was checked where this report was made. ${checks.map(({ words }) => words).join(' ')}`
        : `All of this stands in ${origin.name}. It was not found to hold where this report was made.`,
    }),
    ...(!origin &&
      !evidence.proof && {
        instead: `The answer is ${result.status}: it claims no proof. Its run can be followed.`,
      }),
  };
}

function rowsOf({ versions, sha256, build, proof, level }: Evidence, runs: Run['runs']): Row[] {
  const hash = (name: string, value: string | undefined, meaning: string): Row[] =>
    value === undefined ? [] : [{ name, value, meaning }];
  const searched = runs.filter(({ verdict }) => verdict === 'satisfied').at(-1);
  const { figures = searched } = proof ?? {};
  return [
    ...(proof
      ? [
          {
            name: 'Claim',
            value:
              proof.bound === 'deadlock'
                ? 'The program can stop half way.'
                : `The program cannot finish within ${whole(proof.bound)} ticks.`,
            meaning: `shown at level ${level} by a search that was exhausted`,
          },
        ]
      : []),
    ...(proof && figures
      ? [
          {
            name: 'The search',
            value: `${whole(figures.states)} states, ${whole(figures.transitions)} transitions, depth ${whole(figures.depth)}`,
            meaning: proof.figures
              ? 'of this very search'
              : 'of the search of the run that was exhausted last: another one, that shows the same',
          },
        ]
      : []),
    ...(build.length === 0
      ? []
      : [
          {
            name: 'Verifier',
            value: `clang ${versions.clang ?? ''} ${build.join(' ')}`,
            meaning: `of pan.c, which SPIN ${versions.spin} wrote (spin -a), as WebAssembly`,
          },
        ]),
    ...hash('SHA-256 of the model', sha256.model, 'of model.pml below'),
    ...hash('SHA-256 of the verifier', sha256.verifier, 'of its WebAssembly'),
    ...hash('SHA-256 of the programs', sha256.programs, 'of the file programs below'),
  ];
}
