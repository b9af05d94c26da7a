import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import './outdated.css';

interface Props {
  /** The question answered; undefined while it is current. */
  readonly words: string | undefined;
  readonly children: ReactNode;
}

export const OutdatedWords = ({ words }: { readonly words: string }) => (
  <p className="outdated-words row small-text" data-testid="outdated" title={words}>
    <Icon name="refresh" size={14} />
    <span>{words}</span>
  </p>
);

/** Dims an answer once the settings change, and says its question. */
export function Outdated({ words, children }: Props) {
  return (
    <div className="answered column fills">
      {words !== undefined && <OutdatedWords words={words} />}
      <div className={words === undefined ? 'column fills' : 'column fills outdated'}>
        {children}
      </div>
    </div>
  );
}
