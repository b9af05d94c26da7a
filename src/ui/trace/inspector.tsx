import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { EventList } from './event-list.tsx';
import type { SequenceLayout } from './sequence-layout.ts';
import { SimulationPanel } from './simulation-panel.tsx';
import { Variables } from './variables.tsx';
import './inspector.css';

/** Beside the charts: variables at the cursor, the events near it in words, and free simulation. */
export function Inspector({ layout }: { readonly layout: SequenceLayout }) {
  return (
    <Tabs className="inspector tabs">
      <TabList className="tab-list small" aria-label="Beside the charts">
        <Tab id="variables" className="tab">
          Variables
        </Tab>
        <Tab id="events" className="tab">
          Events
        </Tab>
        <Tab id="simulate" className="tab">
          Simulate
        </Tab>
      </TabList>
      <TabPanel id="variables" className="inspector-panel">
        <Variables trace={layout.trace} />
      </TabPanel>
      <TabPanel id="events" className="inspector-panel">
        <EventList layout={layout} />
      </TabPanel>
      <TabPanel id="simulate" className="inspector-panel">
        <SimulationPanel />
      </TabPanel>
    </Tabs>
  );
}
