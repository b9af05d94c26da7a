import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useMaximised } from '../shared/maximised.ts';
import { savedLayout } from '../shared/saved-layout.ts';
import './split.css';

interface SplitProps {
  readonly id: string;
  readonly direction: 'horizontal' | 'vertical';
  readonly label: string;
  readonly sizes: readonly [string, string];
  /** The least sizes; they grow with the text. */
  readonly least: readonly [string, string];
  readonly children: readonly [ReactNode, ReactNode];
}

/** Two panes and a movable bar, whose place is kept. */
export function Split({ id, direction, label, sizes, least, children }: SplitProps) {
  const isBehind = useMaximised(({ pane }) => pane !== null);
  return (
    <Group
      id={id}
      orientation={direction}
      {...savedLayout(`overtime-${id}`, [`${id}-1`, `${id}-2`])}
    >
      <Panel id={`${id}-1`} defaultSize={sizes[0]} minSize={least[0]}>
        {children[0]}
      </Panel>
      <Separator className="splitter" aria-label={label} inert={isBehind} />
      <Panel id={`${id}-2`} defaultSize={sizes[1]} minSize={least[1]}>
        {children[1]}
      </Panel>
    </Group>
  );
}
