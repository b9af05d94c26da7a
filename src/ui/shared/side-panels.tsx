import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useNarrow } from '../theme/text-size.ts';
import { savedLayout } from './saved-layout.ts';

interface Props {
  readonly id: string;
  /** From left to right; undefined ones are left out. */
  readonly panels: Readonly<Record<string, ReactNode | undefined>>;
  /** Initial widths: pixels or shares. */
  readonly sizes: Readonly<Record<string, number | string>>;
  /** The least width of each, where it is not the usual one. */
  readonly least?: Readonly<Record<string, number>>;
  /** One under the other, as they stand on a phone. */
  readonly isStacked?: boolean;
}

const USUAL_LEAST = 160;
const LEAST_HEIGHT = 120;

/** Panels side by side, with sizes kept for each set. */
export function SidePanels({ id, panels, sizes, least = {}, isStacked = false }: Props) {
  const stacked = useNarrow(600) || isStacked;
  const there = Object.entries(panels).filter(([, content]) => content !== undefined);
  const layout = savedLayout(
    stacked ? `overtime-${id}-stacked` : `overtime-${id}`,
    there.map(([name]) => name),
    true,
  );
  return (
    <Group id={id} orientation={stacked ? 'vertical' : 'horizontal'} {...layout}>
      {there.flatMap(([name, content], index) => [
        ...(index > 0
          ? [
              <Separator
                key={`before-${name}`}
                className="splitter"
                aria-label={`${stacked ? 'Height' : 'Width'} of the ${name}`}
              />,
            ]
          : []),
        <Panel
          key={name}
          id={name}
          minSize={stacked ? LEAST_HEIGHT : (least[name] ?? USUAL_LEAST)}
          {...(sizes[name] !== undefined && { defaultSize: sizes[name] })}
        >
          {content}
        </Panel>,
      ])}
    </Group>
  );
}
