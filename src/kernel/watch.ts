/** What a text is read in, one stage after the other: its syntax, then what its statements cost. */
export type ReadStage = 'syntax' | 'costs';

/** Is told of each stage which share of the text it has come through, from 0 to 1. It may be told of the same place
 * twice: what is unfolded is looked at more than once. */
export type Watch = (stage: ReadStage, share: number) => void;

export const UNWATCHED: Watch = () => undefined;

/** The part of a watch that is told of one of several texts, which are read one after the other. */
export const watchOne =
  (watch: Watch, stage: ReadStage, index: number, of: number) =>
  (share: number): void =>
    watch(stage, (index + Math.min(1, Math.max(0, share))) / of);
