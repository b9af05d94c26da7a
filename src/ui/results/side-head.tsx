import type { ReactNode } from 'react';
import { IconButton } from '../shared/icon-button.tsx';
import './side-views.css';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** What can be done in it. */
  readonly children?: ReactNode;
}

/** What a side question is, with what closes it. */
export function SideHead({ title, onClose, children }: Props) {
  return (
    <div className="side-head">
      <h3>{title}</h3>
      <span className="spacer" />
      {children}
      <IconButton icon="close" label={`Close: ${title}`} onPress={onClose} />
    </div>
  );
}
