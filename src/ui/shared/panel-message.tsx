import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface Props {
  readonly icon?: IconName;
  readonly title: string;
  /** The next thing to do. */
  readonly children?: ReactNode;
}

/** A panel without content: why, and the next step. */
export function PanelMessage({ icon, title, children }: Props) {
  return (
    <div className="panel-message">
      {icon && <Icon name={icon} size={20} />}
      <strong>{title}</strong>
      {children !== undefined && <span>{children}</span>}
    </div>
  );
}
