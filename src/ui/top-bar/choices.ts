import { LEVEL_CHOICES, type Level, type LevelChoice } from '../../session/index.ts';
import type { Option } from '../shared/select-field.tsx';

/** The levels, where the one that is chosen by itself says which it is: `By itself: baton`. */
export const levelsWith = (taken: Level | undefined): readonly Option<LevelChoice>[] =>
  LEVEL_CHOICES.map((option) =>
    option.id === 'auto' && taken ? { ...option, label: `${option.label}: ${taken}` } : option,
  );
