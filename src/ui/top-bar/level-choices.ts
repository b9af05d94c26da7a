import { AUTO_LEVEL, type Level, LEVEL_TABLE, type LevelChoice } from '../../session/index.ts';
import type { Option } from '../shared/select-field.tsx';

/** The levels as they are offered, baton first: the other detailed one is for small inputs only. The one that
 * is chosen by itself says which it is: `By itself: baton`. */
export const levelsWith = (taken?: Level): readonly Option<LevelChoice>[] => [
  { ...AUTO_LEVEL, label: taken ? `${AUTO_LEVEL.label}: ${taken}` : AUTO_LEVEL.label },
  ...LEVEL_TABLE.toSorted((a, b) => Number(a.id !== 'baton') - Number(b.id !== 'baton')),
];
