import { type Level, LEVEL_TABLE, type LevelChoice } from '../../session/index.ts';
import type { Option } from '../shared/select-field.tsx';

/** The levels as they are offered, baton first: the other detailed one is for small inputs only. The one that
 * is chosen by itself says which it is: `By itself: baton`. */
export const levelsWith = (taken?: Level): readonly Option<LevelChoice>[] => [
  {
    id: 'auto',
    label: taken ? `By itself: ${taken}` : 'By itself',
    help: 'The most detailed level that is estimated to be quick',
  },
  ...LEVEL_TABLE.toSorted((a, b) => Number(a.id !== 'baton') - Number(b.id !== 'baton')),
];
