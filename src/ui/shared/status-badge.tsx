import { Button } from 'react-aria-components';
import { openHelp } from '../help/opened-help.ts';
import { Explained } from './explained.tsx';
import { Icon } from './icons.tsx';
import type { StatusWord } from './status-words.ts';

/** The status word; a press explains it. */
export function StatusBadge({
  words: { word, bound, icon, tone, meaning },
  testId,
  spoiled,
  onShow,
}: {
  readonly words: StatusWord;
  readonly testId: string;
  /** Faults of the kernel: a sure answer is still not good. */
  readonly spoiled?: string | undefined;
  /** Shows what it rests on. */
  readonly onShow?: () => void;
}) {
  return (
    <Explained
      className={`badge tone-${spoiled === undefined ? tone : 'failed'}`}
      label={`${word}${spoiled === undefined ? '' : `, but ${spoiled}`}: what it means`}
      title={word}
      trigger={
        <>
          <Icon name={spoiled === undefined ? icon : 'warning'} size={14} />
          <span data-testid={testId}>{word}</span>
          {bound !== undefined && <span className="badge-bound">{bound}</span>}
        </>
      }
    >
      <p>{meaning}</p>
      {spoiled !== undefined && <p>{`But the kernel itself is wrong: ${spoiled}.`}</p>}
      {onShow && (
        <Button slot="close" className="button link" onPress={onShow}>
          What was checked, and found
        </Button>
      )}
      {/* Once the focus has been given back, or the help would lose it. */}
      <Button
        slot="close"
        className="button link"
        onPress={() => setTimeout(() => openHelp(word.replaceAll(' ', '-')), 0)}
      >
        More in the help
      </Button>
    </Explained>
  );
}
