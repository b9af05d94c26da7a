import type { Status } from '../../session/index.ts';
import { Explained } from '../shared/explained.tsx';
import { Icon } from '../shared/icons.tsx';
import { STATUS_WORDS } from '../shared/status-words.ts';

/** The status of a result; a press explains it. */
export function StatusBadge({ status }: { readonly status: Status }) {
  const { word, icon, tone, meaning } = STATUS_WORDS[status];
  return (
    <Explained
      className={`badge tone-${tone}`}
      label={`${word}: what it means`}
      title={word}
      trigger={
        <>
          <Icon name={icon} size={14} />
          <span data-testid="status">{word}</span>
        </>
      }
    >
      <p>{meaning}</p>
    </Explained>
  );
}
