import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { STATUS_WORDS } from '../shared/status-words.ts';
import { keyHelp } from '../shared/action.ts';
import { Icon } from '../shared/icons.tsx';
import { open, useOpened } from '../shared/opened.ts';
import './help-dialog.css';
import { KEYS } from './page-actions.ts';

/** What the page is, its keys, and its status words. */
export function HelpDialog() {
  const isOpen = useOpened(({ dialog }) => dialog === 'help');
  return (
    <ModalOverlay
      className="modal-overlay"
      isDismissable
      isOpen={isOpen}
      onOpenChange={() => open({ dialog: null })}
    >
      <Modal className="modal">
        <Dialog className="help">
          <div className="help-head">
            <Heading slot="title" level={2}>
              Overtime
            </Heading>
            <Button slot="close" className="icon-button" aria-label="Close">
              <Icon name="close" />
            </Button>
          </div>
          <p>
            A kernel and a platform become a Promela model. SPIN is asked whether the model{' '}
            <em>cannot finish within T ticks</em>. Where it can, the counterexample is a faster run;
            where it cannot, the minimum is proved. All of it happens in this page: nothing is sent
            to a server.
          </p>
          <div className="help-columns">
            <section>
              <h3>Keys</h3>
              <dl className="help-keys">
                {keyHelp(KEYS).map(({ caps, words }) => (
                  <div key={words}>
                    <dt>
                      {caps.map((cap) => (
                        <kbd key={cap}>{cap}</kbd>
                      ))}
                    </dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            </section>
            <section>
              <h3>Status words</h3>
              <dl className="help-words">
                {Object.values(STATUS_WORDS).map(({ word, icon, tone, meaning }) => (
                  <div key={word} className={`tone-${tone}`}>
                    <dt>
                      <Icon name={icon} size={14} />
                      {word}
                    </dt>
                    <dd>{meaning}</dd>
                  </div>
                ))}
              </dl>
            </section>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
