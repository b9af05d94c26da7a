import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { toJson, toPlantUml, toShiViz, type TrailFiles, zip } from '../../session/index.ts';
import { Icon } from '../shared/icons.tsx';
import { useCommands } from '../shared/session-context.tsx';
import type { Brush } from '../drawing/brush.ts';
import { canvasBrush } from '../drawing/canvas-brush.ts';
import { type Palette, usePalette } from '../drawing/palette.ts';
import { svgBrush, svgFile } from '../drawing/svg-brush.ts';
import { drawCursor, drawGantt } from './gantt-draw.ts';
import { usePlayback, playback } from './playback.ts';
import { drawSequence } from './sequence-draw.ts';
import { shown } from './shown.ts';
import { cursorTick } from './use-doing.ts';

/** Events that a diagram for another tool holds: more would be of no use to it. */
const MOST_EVENTS = 5000;
/** PNGs have so many pixels for one of the page. */
const SCALE = 2;
/** Pixels between the two charts of a picture. */
const GAP = 16;

/** Everything that can be taken away from a trace. */
export function SaveMenu() {
  const layout = usePlayback((state) => state.layout);
  const palette = usePalette();
  const commands = useCommands();
  const save = (what: string): void => {
    if (layout) void run(what, palette, () => commands.trailFiles());
  };
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Save" isDisabled={!layout}>
        <Icon name="save" />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu className="menu" aria-label="Save" onAction={(key) => save(String(key))}>
          <MenuSection>
            <Header className="menu-head">What is seen</Header>
            <Item id="svg" title="Picture, SVG" />
            <Item id="png" title="Picture, PNG" />
          </MenuSection>
          <MenuSection>
            <Header className="menu-head">Messages, from the first that is seen</Header>
            <Item id="plantuml" title="PlantUML diagram" />
            <Item id="shiviz" title="ShiViz log" />
          </MenuSection>
          <MenuSection>
            <Header className="menu-head">The whole run</Header>
            <Item id="json" title="Events, JSON" />
            <Item id="trail" title="SPIN's trail with its model, ZIP" />
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Item({ id, title }: { readonly id: string; readonly title: string }) {
  return (
    <MenuItem id={id} className="menu-item">
      {title}
    </MenuItem>
  );
}

/** @param filesOf writes the trail as text, which takes a while where it is long. */
async function run(
  what: string,
  palette: Palette,
  filesOf: () => TrailFiles | undefined,
): Promise<void> {
  const { layout, position } = playback();
  if (!layout) return;
  const { trace } = layout;
  const first = layout.rows[Math.floor(shown.sequence?.().top ?? 0)] ?? layout.stops[position] ?? 0;
  const stretch = { from: first, to: Math.min(trace.count, first + MOST_EVENTS) };
  const seen = new Set(layout.rows);
  const isShown = (event: number): boolean => seen.has(event);
  switch (what) {
    case 'svg':
      return download('overtime.svg', 'image/svg+xml', [svgOf(palette)]);
    case 'png':
      return download('overtime.png', 'image/png', [await pngOf(palette)]);
    case 'plantuml':
      return download('overtime.puml', 'text/plain', [toPlantUml(trace, stretch, isShown)]);
    case 'shiviz':
      return download('overtime-shiviz.log', 'text/plain', [toShiViz(trace, stretch, isShown)]);
    case 'json':
      return download('overtime-events.json', 'application/json', [
        ...pieces(toJson(trace, { from: 0, to: trace.count })),
      ]);
    case 'trail': {
      const files = filesOf();
      if (files) download('overtime-trail.zip', 'application/zip', zip(entriesOf(files)));
    }
  }
}

/** Longer strings, fewer of them. */
function* pieces(lines: Iterable<string>): Generator<string> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < 1 << 20) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function entriesOf({ model, words, trail, simulation }: TrailFiles) {
  const forPan = `A run of a model, as SPIN found it.

model.pml, model.pml.trail: the model that was searched, and the trail. Its numbers are words on the
command line of the verifier:
  spin -a model.pml
  cc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=32768 -o pan pan.c
  ./pan -r model.pml.trail ${words.join(' ')}
`;
  const forSpin = `
simulation.pml, simulation.pml.trail: the same in pure Promela with the numbers in place, for SPIN itself:
  spin -t -p simulation.pml
`;
  return [
    { name: 'README.txt', text: simulation === undefined ? forPan : forPan + forSpin },
    { name: 'model.pml', text: model },
    { name: 'model.pml.trail', text: trail },
    ...(simulation === undefined
      ? []
      : [
          { name: 'simulation.pml', text: simulation },
          { name: 'simulation.pml.trail', text: trail },
        ]),
  ];
}

/** Both charts as they are seen, side by side. */
function picture(brush: Brush, palette: Palette, left: number): void {
  const sequence = shown.sequence?.();
  if (sequence) drawSequence(brush, { ...sequence, travel: 1 }, palette);
  const view = shown.gantt?.();
  if (!view) return;
  brush.moved(left, () => {
    drawGantt(brush, view, palette);
    drawCursor(brush, view, palette, cursorTick());
  });
}

function sizeOfPicture(): { width: number; height: number; left: number } {
  const [sequence, gantt] = [shown.sequence?.(), shown.gantt?.()];
  const left = sequence ? sequence.width + (gantt ? GAP : 0) : 0;
  return {
    left,
    width: left + (gantt?.width ?? 0),
    height: Math.max(sequence?.height ?? 0, gantt?.height ?? 0),
  };
}

function svgOf(palette: Palette): string {
  const { width, height, left } = sizeOfPicture();
  const brush = svgBrush();
  picture(brush, palette, left);
  return svgFile({ width, height }, palette.surface, brush.parts());
}

async function pngOf(palette: Palette): Promise<Blob> {
  const { width, height, left } = sizeOfPicture();
  const canvas = new OffscreenCanvas(Math.ceil(width * SCALE), Math.ceil(height * SCALE));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('there is no canvas to draw on');
  context.scale(SCALE, SCALE);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, width, height);
  picture(canvasBrush(context), palette, left);
  return canvas.convertToBlob({ type: 'image/png' });
}

function download(name: string, type: string, parts: readonly BlobPart[]): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
