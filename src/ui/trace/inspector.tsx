import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { KernelLines } from '../../trace/index.ts';
import { EventList } from './event-list.tsx';
import './inspector.css';
import { moves } from './moves.ts';
import type { SequenceLayout } from './sequence-layout.ts';
import { useTraceState, useTraceView } from './trace-state.ts';

export interface InspectorTab {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface Props {
  readonly layout: SequenceLayout;
  readonly lines: KernelLines;
  /** The variables, and what else a kind of run has; the steps stand after the first. */
  readonly tabs: readonly InspectorTab[];
  readonly first: string | undefined;
}

/** Beside the charts: variables at the cursor, the steps near it in words, and free simulation. */
export function Inspector({ layout, lines, tabs, first }: Props) {
  const [variables, ...others] = tabs;
  const steps: InspectorTab = {
    id: 'steps',
    title: 'Steps',
    content: <StepsAtCursor layout={layout} lines={lines} />,
  };
  const all = [...(variables ? [variables] : []), steps, ...others];
  return (
    <Tabs className="inspector tabs" {...(first !== undefined && { defaultSelectedKey: first })}>
      <TabList className="tab-list small" aria-label="Beside the charts">
        {all.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab row soft-text one-line">
            {title}
          </Tab>
        ))}
      </TabList>
      {all.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="fills scrolls">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}

function StepsAtCursor({ layout, lines }: Pick<Props, 'layout' | 'lines'>) {
  const position = useTraceState((state) => state.seen.position);
  const promela = useTraceView((state) => state.promela ?? false);
  return <EventList {...{ layout, position, lines, promela }} onSeek={moves.seek} />;
}
