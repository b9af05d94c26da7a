import type { SearchRun } from '../../session/index.ts';

/** A verdict's own mark around the origin: a disc where the program can finish, a bar where it cannot, a
 * ring where the search was cut off. */
export const VerdictMark = ({ verdict }: Pick<SearchRun, 'verdict'>) =>
  verdict === 'satisfied' ? (
    <rect x={-7} y={-2.5} width={14} height={5} rx={1} />
  ) : (
    <circle r={verdict === 'violated' ? 5 : 4.5} />
  );
