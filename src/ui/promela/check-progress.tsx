import type { ModelCheckView } from '../../session/promela/model-view.ts';
import { rate } from '../answer/answer-words.ts';
import { SearchProgress } from '../answer/search-progress.tsx';
import { count, megabytes, whole } from '../../base/words.ts';

interface Props {
  readonly check: ModelCheckView;
  readonly onCancel: () => void;
}

export function CheckProgress({ check, onCancel }: Props) {
  const { now, stage, startedAt, download, progress, results } = check;
  return (
    <SearchProgress
      {...{ startedAt, download, onCancel }}
      stage={now === undefined ? (stage ?? 'Starting') : `${stage ?? 'Searching'}: ${now}`}
      metrics={{
        states: progress && whole(progress.states),
        'states/s': progress && whole(rate(progress)),
        memory: progress && megabytes(progress.memoryMB),
        depth: progress && whole(progress.depth),
        done: count(results.length, 'check'),
      }}
    />
  );
}
