import { Explained } from './explained.tsx';
import { Icon } from './icons.tsx';
import type { StatusWord } from './status-words.ts';

/** How sure an answer is, in a word; a press explains it. */
export function StatusBadge({
  words: { word, icon, tone, meaning },
  testId,
}: {
  readonly words: StatusWord;
  readonly testId: string;
}) {
  return (
    <Explained
      className={`badge tone-${tone}`}
      label={`${word}: what it means`}
      title={word}
      trigger={
        <>
          <Icon name={icon} size={14} />
          <span data-testid={testId}>{word}</span>
        </>
      }
    >
      <p>{meaning}</p>
    </Explained>
  );
}
