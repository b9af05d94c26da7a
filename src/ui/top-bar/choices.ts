import {
  type Level,
  type LevelChoice,
  type MethodId,
  METHODS as TUNING_METHODS,
  type Semantics,
} from '../../session/index.ts';
import type { Option } from '../shared/select-field.tsx';

export const METHODS: readonly Option<MethodId>[] = TUNING_METHODS.map(({ id, label, help }) => ({
  id,
  title: label,
  description: help,
}));

export const SEMANTICS: readonly Option<Semantics>[] = [
  {
    id: 'opencl',
    title: 'OpenCL',
    description: 'Phases last exactly their cost; barriers and dispatch take time',
  },
  {
    id: 'published',
    title: 'As published',
    description: "The paper's models, with their counting of ticks",
  },
];

export const LEVELS: readonly Option<LevelChoice>[] = [
  {
    id: 'auto',
    title: 'By itself',
    description: 'The most detailed level that is estimated to be quick',
  },
  { id: 'baton', title: 'Baton', description: 'One process at a time holds the baton: few states' },
  {
    id: 'free',
    title: 'Free',
    description: 'Processes interleave freely: many states, small inputs only',
  },
  {
    id: 'representatives',
    title: 'Representatives',
    description: 'One element stands for all that do the same, one unit for all',
  },
  {
    id: 'accelerated',
    title: 'Accelerated',
    description: 'And what repeats itself is run until it does, then multiplied: large inputs',
  },
];

/** The levels, where the one that is chosen by itself says which it is: `By itself: baton`. */
export const levelsWith = (taken: Level | undefined): readonly Option<LevelChoice>[] =>
  LEVELS.map((option) =>
    option.id === 'auto' && taken ? { ...option, title: `${option.title}: ${taken}` } : option,
  );
