import type { ReactNode } from 'react';
import { Checkbox, type CheckboxProps } from 'react-aria-components';
import { Icon } from './icons.tsx';

interface Props extends Omit<CheckboxProps, 'children' | 'className'> {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** A box to be ticked, and what it says beside it. */
export const TickBox = ({ className = '', children, ...rest }: Props) => (
  <Checkbox {...rest} className={`checkbox ${className}`}>
    <span className="checkbox-box" aria-hidden="true">
      <Icon name="check" size={12} />
    </span>
    {children}
  </Checkbox>
);
