export { type Candidates, isTimed, type Observation } from './candidates.ts';
export { deadParameters, impossible, missedBy } from './missed.ts';
export { type Proposal, proposal, type ProposalOptions } from './proposal.ts';
export { filledTimes } from './relative.ts';
