import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Icon } from './icons.tsx';
import { closeDialog, type OpenedDialogId, useOpened } from './opened.ts';

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Beside those of every dialog. */
  readonly className: string;
  /** A class of the frame around it. */
  readonly frame?: string;
  readonly children: ReactNode;
}

/** A dialog that Escape or a press outside closes. */
export const PageDialog = ({ title, isOpen, onClose, className, frame, children }: Props) => (
  <ModalOverlay
    className="modal-overlay"
    isDismissable
    isOpen={isOpen}
    onOpenChange={(stays) => !stays && onClose()}
  >
    <Modal className={frame === undefined ? 'modal' : `modal ${frame}`}>
      <Dialog className={`page-dialog ${className}`}>
        <div className="dialog-head">
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <Button slot="close" className="icon-button" aria-label="Close">
            <Icon name="close" />
          </Button>
        </div>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
);

interface OpenedProps extends Omit<Props, 'isOpen' | 'onClose'> {
  readonly id: OpenedDialogId;
}

/** One that actions open from anywhere. */
export function OpenedDialog({ id, ...props }: OpenedProps) {
  const isOpen = useOpened(({ dialog }) => dialog === id);
  return <PageDialog {...props} isOpen={isOpen} onClose={closeDialog} />;
}
