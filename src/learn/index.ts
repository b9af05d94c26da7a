export { type Candidates, isTimed, type Observation } from './candidates.ts';
export { findingsOf, type Learning, type Learnt, learnt } from './learnt.ts';
export { type Proposal, proposal, type ProposalOptions, type Proposed } from './proposal.ts';
export { filled } from './relative.ts';
