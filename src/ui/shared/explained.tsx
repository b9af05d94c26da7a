import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components';

interface Props {
  readonly className?: string;
  /** Of what opens. */
  readonly dialogClass?: string;
  /** The name of the button, where its text is not enough. */
  readonly label?: string;
  readonly trigger: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A button with more behind it: a word that explains itself when it is pressed. */
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
