import { type Level, type LevelChoice, type Semantics } from '../../session/index.ts';
import type { Option } from '../shared/select-field.tsx';

export const SEMANTICS: readonly Option<Semantics>[] = [
  {
    id: 'opencl',
    label: 'OpenCL',
    help: 'Phases last exactly their cost; barriers and dispatch take time',
  },
  {
    id: 'published',
    label: 'As published',
    help: "The paper's models, with their counting of ticks",
  },
];

export const LEVELS: readonly Option<LevelChoice>[] = [
  {
    id: 'auto',
    label: 'By itself',
    help: 'The most detailed level that is estimated to be quick',
  },
  { id: 'baton', label: 'Baton', help: 'One process at a time holds the baton: few states' },
  {
    id: 'free',
    label: 'Free',
    help: 'Processes interleave freely: many states, small inputs only',
  },
  {
    id: 'representatives',
    label: 'Representatives',
    help: 'One element stands for all that do the same, one unit for all',
  },
  {
    id: 'accelerated',
    label: 'Accelerated',
    help: 'And what repeats itself is run until it does, then multiplied: large inputs',
  },
];

/** The levels, where the one that is chosen by itself says which it is: `By itself: baton`. */
export const levelsWith = (taken: Level | undefined): readonly Option<LevelChoice>[] =>
  LEVELS.map((option) =>
    option.id === 'auto' && taken ? { ...option, label: `${option.label}: ${taken}` } : option,
  );
