import type { FoundPath } from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';

/** What a swarm found, as it stands in a table and in a file: by time, then by steps. */
export const foundSheet = (found: readonly FoundPath[]) => ({
  head: ['ticks', 'steps', 'configuration'],
  rows: found.map(({ time, steps, values }) => [time, steps, configurationsInWords([values])]),
});
