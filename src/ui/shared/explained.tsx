import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';

interface Props {
  readonly className?: string;
  /** The name of the button, where its text is not enough. */
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A word that explains itself when it is pressed. */
export function Explained({ className = 'button link', label, trigger, title, children }: Props) {
  return (
    <DialogTrigger>
      <Button className={className} {...(label !== undefined && { 'aria-label': label })}>
        {trigger}
      </Button>
      <Popover className="popover" offset={4}>
        <Dialog className="explanation">
          <Heading slot="title" level={3}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
