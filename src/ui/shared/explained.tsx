import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';

interface Props {
  readonly className?: string;
  readonly dialogClass?: string;
  /** The name of the button, where its text is not enough. */
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A word that explains itself when pressed. */
export function Explained(props: Props) {
  const { className = 'button link', dialogClass = 'explanation', label, trigger } = props;
  return (
    <DialogTrigger>
      <Button className={className} {...(label !== undefined && { 'aria-label': label })}>
        {trigger}
      </Button>
      <Popover className="popover" offset={4}>
        <Dialog className={dialogClass}>
          <Heading slot="title" level={3}>
            {props.title}
          </Heading>
          {props.children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
