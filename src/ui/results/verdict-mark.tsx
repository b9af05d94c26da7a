import type { SearchRun } from '../../tuning/index.ts';

/** A disc: it can finish; a bar: it cannot; a ring: the search was cut off. */
export const VerdictMark = ({ verdict }: Pick<SearchRun, 'verdict'>) =>
  verdict === 'satisfied' ? (
    <rect x={-7} y={-2.5} width={14} height={5} rx={1} />
  ) : (
    <circle r={verdict === 'violated' ? 5 : 4.5} />
  );
