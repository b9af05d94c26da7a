import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { ErrorBoundary } from './error-boundary.tsx';
import type { PaneId } from './maximised.ts';
import { FillButton } from './pane-frame.tsx';
import { TabOverflow } from './tab-overflow.tsx';

export interface TabbedView {
  readonly id: string;
  readonly label: string;
  readonly content: ReactNode;
  /** Beside the label. */
  readonly badge?: ReactNode;
  /** Mounted behind the other tabs: its undo history and caret must not be lost. */
  readonly stays?: true;
}

interface Props {
  readonly pane: PaneId;
  readonly label: string;
  /** The list's name, if it is not the pane's. */
  readonly list?: string;
  readonly views: readonly TabbedView[];
  readonly shown: string;
  readonly onShow: (id: string) => void;
  readonly panelClass: string;
  readonly tools?: ReactNode;
}

/** A pane of tabs, which can fill the window. */
export function Tabbed(props: Props) {
  const { pane, label, list = label, views, shown, onShow, panelClass, tools } = props;
  return (
    <section className="pane" aria-label={label}>
      <h2 className="visually-hidden">{label}</h2>
      <Tabs className="tabs" selectedKey={shown} onSelectionChange={(key) => onShow(String(key))}>
        <div className="tabs-head row">
          <TabList className="tab-list" aria-label={list}>
            {views.map(({ id, label: name, badge }) => (
              <Tab key={id} id={id} className="tab row soft-text one-line">
                {name}
                {badge}
              </Tab>
            ))}
          </TabList>
          <TabOverflow />
          {tools}
          <FillButton id={pane} />
        </div>
        {views.map(({ id, label: name, content, stays }) => (
          <TabPanel key={id} id={id} className={panelClass} shouldForceMount={stays ?? false}>
            <ErrorBoundary what={`the view ${name}`}>{content}</ErrorBoundary>
          </TabPanel>
        ))}
      </Tabs>
    </section>
  );
}

type SubviewsProps = Pick<Props, 'label' | 'shown' | 'onShow'> & {
  readonly views: readonly TabbedView[];
};

/** Tabs inside of a tab. */
export const Subviews = ({ label, views, shown, onShow }: SubviewsProps) => (
  <Tabs className="tabs" selectedKey={shown} onSelectionChange={(key) => onShow(String(key))}>
    <TabList className="tab-list subviews" aria-label={label}>
      {views.map(({ id, label: name }) => (
        <Tab key={id} id={id} className="tab row soft-text one-line">
          {name}
        </Tab>
      ))}
    </TabList>
    {views.map(({ id, label: name, content }) => (
      <TabPanel key={id} id={id} className="tab-panel results-body column">
        <ErrorBoundary what={`the view ${name}`}>{content}</ErrorBoundary>
      </TabPanel>
    ))}
  </Tabs>
);
