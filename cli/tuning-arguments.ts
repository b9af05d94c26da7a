import { PAPERS_TUNING, type Tuning } from '../src/promela/index.ts';
import { UsageError } from './command.ts';

/** `--help` on a model's tuning. */
export const TUNING_HELP: readonly (readonly [option: string, help: string])[] = [
  ['  --parameters A,B', 'the variables that it chooses (default WG,TS)'],
  ['  --objective EXPR', 'what is to be as small as can be (default time),'],
  ['  --largest', 'or as large,'],
  ['  --when EXPR', 'as soon as this holds (default FIN)'],
];

/** A model's tuning, if any of it was typed. */
export function readTuning(typed: {
  readonly parameters?: string | undefined;
  readonly objective?: string | undefined;
  readonly when?: string | undefined;
  readonly largest?: boolean | undefined;
}): Tuning | undefined {
  const { parameters, objective, when, largest = false } = typed;
  if (parameters === undefined && objective === undefined && when === undefined && !largest)
    return undefined;
  const names = parameters?.split(',').map((name) => name.trim()) ?? PAPERS_TUNING.parameters;
  if (new Set(names).size < names.length || names.includes(''))
    throw new UsageError(`--parameters takes names such as WG,TS; it is '${parameters}'`);
  return {
    parameters: names,
    objective: objective ?? PAPERS_TUNING.objective,
    when: when ?? PAPERS_TUNING.when,
    goal: largest ? 'largest' : 'smallest',
  };
}
