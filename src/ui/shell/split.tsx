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

interface SidesProps {
  readonly editor: ReactNode;
  readonly platform: ReactNode;
  /** The answer and the reason for it. */
  readonly right: ReactNode;
}

/** Wide windows have kernel and platform on the left. */
export const Sides = ({ editor, platform, right }: SidesProps) => (
  <Split
    id="sides"
    direction="horizontal"
    label="Width of the kernel"
    sizes={['45%', '55%']}
    least={['25rem', '30rem']}
  >
    <Split
      id="left"
      direction="vertical"
      label="Height of the kernel"
      sizes={['58%', '42%']}
      least={['10rem', '7.5rem']}
    >
      {editor}
      {platform}
    </Split>
    {right}
  </Split>
);
