import { useEffect, useRef } from 'react';
import { Button, Input, SearchField } from 'react-aria-components';
import { insertLineAtCaret } from '../editor/kernel-caret.ts';
import { openGuide } from '../guide/opened-guide.ts';
import { type KeyHelp, keyHelp } from '../shared/action.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { open } from '../shared/opened.ts';
import './help-pane.css';
import { Marked } from './marked.tsx';
import { closeHelp, useOpenedHelp } from './opened-help.ts';
import { type Topic, topicsFor } from './topics.ts';

interface Props {
  readonly keys: readonly KeyHelp[];
  /** Shows somebody around the page. */
  readonly onTour: () => void;
}

/** The help beside the page, which stays usable. */
export function HelpPane({ keys, onTour }: Props) {
  const { isOpen, search, topic } = useOpenedHelp();
  const field = useRef<HTMLInputElement>(null);
  const pane = useRef<HTMLElement>(null);
  const topics = topicsFor(search);

  useEffect(() => {
    if (!isOpen) return undefined;
    const before = document.activeElement;
    field.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isOpen]);

  useEffect(() => {
    // Captures Escape before a search field or tooltip uses it.
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !(event.target instanceof Node)) return;
      if (pane.current?.contains(event.target) !== true) return;
      event.preventDefault();
      event.stopPropagation();
      closeHelp();
    };
    window.addEventListener('keydown', leave, { capture: true });
    return () => window.removeEventListener('keydown', leave, { capture: true });
  }, []);

  useEffect(() => {
    if (!topic) return;
    const found = document.getElementById(`help-${topic.id}`);
    if (found instanceof HTMLDetailsElement) found.open = true;
    found?.scrollIntoView({ block: 'start' });
  }, [topic]);

  return (
    <aside ref={pane} className="help-pane column" aria-label="Help" hidden={!isOpen}>
      <div className="help-pane-head row">
        <h2>Help</h2>
        <Button className="button link" onPress={onTour}>
          Show me around
        </Button>
        <Button
          className="button link"
          onPress={() => {
            closeHelp();
            openGuide();
          }}
        >
          Guide
        </Button>
        <IconButton icon="close" label="Close the help" onPress={closeHelp} />
      </div>
      <SearchField
        className="help-search"
        aria-label="Search the help"
        value={search}
        onChange={(words) => useOpenedHelp.setState({ search: words })}
      >
        <Input
          ref={field}
          className="help-input"
          placeholder="A word of the page or of the kernel"
        />
      </SearchField>
      <div className="help-topics" tabIndex={-1}>
        {topics.length === 0 && <p className="soft-text">Nothing here has these words.</p>}
        {groupsOf(topics).map(({ group, members }) => (
          <section key={group}>
            <h3>{group}</h3>
            {members.map((each) => (
              <TopicEntry key={each.id} topic={each} isOpen={search !== '' && members.length < 4} />
            ))}
          </section>
        ))}
        {search === '' && <Keys keys={keys} />}
      </div>
    </aside>
  );
}

/** In the order of their first topic. */
function groupsOf(topics: readonly Topic[]) {
  const groups = new Map<string, Topic[]>();
  for (const topic of topics) {
    const members = groups.get(topic.group) ?? [];
    groups.set(topic.group, [...members, topic]);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

function TopicEntry({ topic, isOpen }: { readonly topic: Topic; readonly isOpen: boolean }) {
  const { insert } = topic;
  return (
    <details id={`help-${topic.id}`} className="help-topic" open={isOpen || undefined}>
      <summary>{topic.title}</summary>
      {topic.text.map((text) => (
        <p key={text}>
          <Marked text={text} />
        </p>
      ))}
      {insert !== undefined && (
        <div className="help-insert row">
          <code>{insert}</code>
          <Button
            className="button"
            aria-label={`Insert ${insert}`}
            onPress={() => {
              open({ editor: 'kernel' });
              insertLineAtCaret(insert);
            }}
          >
            Insert
          </Button>
        </div>
      )}
    </details>
  );
}

function Keys({ keys }: Pick<Props, 'keys'>) {
  return (
    <section>
      <h3>Keys</h3>
      <dl className="help-keys">
        {keyHelp(keys).map(({ caps, words }) => (
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
  );
}
