import { type Dead, deadParameters } from '../measured/index.ts';
import { type Candidates, isTimed, type Observation } from './candidates.ts';
import { type Explains, impossible, missedBy } from './missed.ts';
import { type Proposal, proposal, type ProposalOptions } from './proposal.ts';
import { filled } from './relative.ts';

/** All that is asked of what was measured; plain data, for workers. */
export interface Learning {
  readonly candidates: Candidates;
  readonly observations: readonly Observation[];
  /** Milliseconds that the machine's peak allows at least, by row; 0 where that is not known. */
  readonly least: Float64Array;
  readonly options: ProposalOptions;
}

/** What the measured times say about the model, and about themselves. */
export interface Findings {
  readonly missed: readonly Explains[];
  readonly dead: readonly Dead[];
  readonly impossible: readonly { readonly row: number; readonly time: number }[];
}

export interface Learnt extends Findings {
  readonly proposal: Proposal;
}

export function findingsOf({
  candidates: { parameters, guides },
  observations,
  least,
}: Omit<Learning, 'options'>): Findings {
  const timed = observations.filter(isTimed);
  const model = guides.find(({ id }) => id === 'model')?.times;
  return {
    missed: model ? missedBy(parameters, model, timed) : [],
    dead: deadParameters(parameters, timed),
    impossible: impossible(least, timed),
  };
}

export const learnt = (asked: Learning): Learnt => ({
  proposal: proposal(filled(asked.candidates), asked.observations, asked.options),
  ...findingsOf(asked),
});
