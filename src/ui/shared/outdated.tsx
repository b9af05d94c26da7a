import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import './outdated.css';

interface Props {
  /** What the answer was of; undefined where it is the answer to what is set. */
  readonly words: string | undefined;
  readonly children: ReactNode;
}

/** What an answer was of. */
export const OutdatedWords = ({ words }: { readonly words: string }) => (
  <p className="outdated-words" data-testid="outdated" title={words}>
    <Icon name="refresh" size={14} />
    <span>{words}</span>
  </p>
);

/** An answer, which is dimmed and says what it was of once the settings ask something else. */
export function Outdated({ words, children }: Props) {
  return (
    <div className="answered">
      {words !== undefined && <OutdatedWords words={words} />}
      <div className={words === undefined ? 'answered-body' : 'answered-body outdated'}>
        {children}
      </div>
    </div>
  );
}
