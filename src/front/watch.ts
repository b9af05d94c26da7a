/** Stages in order: syntax, then the statements' costs. */
export type ReadStage = 'syntax' | 'costs';

/** Told each stage's share of the text, 0 to 1. A place may come twice: unfolded code is looked at
 * more than once. */
export type Watch = (stage: ReadStage, share: number) => void;

export const UNWATCHED: Watch = () => undefined;

/** A watch's part for one of several texts, read in turn. */
export const watchOne =
  (watch: Watch, stage: ReadStage, index: number, of: number) =>
  (share: number): void =>
    watch(stage, (index + Math.min(1, Math.max(0, share))) / of);
