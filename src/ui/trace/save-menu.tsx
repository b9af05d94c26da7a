import { strToU8, zipSync } from 'fflate';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { toJson, toPlantUml, toShiViz, type TrailFiles } from '../../session/index.ts';
import { usePalette } from '../drawing/palette.ts';
import { type Picture, pngOf, svgOf } from '../drawing/picture.ts';
import { download } from '../shared/download.ts';
import { Icon } from '../shared/icons.tsx';
import type { SequenceLayout } from './sequence-layout.ts';

/** Events that a diagram for another tool holds: more would be of no use to it. */
const MOST_EVENTS = 5000;

/** What can be taken away from. */
interface Saved {
  readonly layout: SequenceLayout;
  /** The charts as they are seen, and the first event in them. */
  readonly picture: Picture;
  readonly firstEvent: number;
  readonly ground: string;
  /** Writes the trail as text, which takes a while where it is long. */
  readonly trailFiles: () => TrailFiles | undefined;
}

type Content = string | BlobPart[] | Blob;

type Write = (saved: Saved) => Content | Promise<Content> | undefined;

/** A diagram of the messages that are shown, from the first that is seen. */
const diagram =
  (write: typeof toPlantUml): Write =>
  ({ layout: { trace, rows }, firstEvent: from }) => {
    const seen = new Set(rows);
    const to = Math.min(trace.count, from + MOST_EVENTS);
    return write(trace, { from, to, isShown: (event) => seen.has(event) });
  };

const format = (title: string, file: string, type: string, write: Write) =>
  ({ title, file, type, write }) as const;
type Format = ReturnType<typeof format>;

const FORMATS: Readonly<Record<string, readonly Format[]>> = {
  'What is seen': [
    format('Picture, SVG', 'overtime.svg', 'image/svg+xml', ({ picture, ground }) =>
      svgOf(picture, ground),
    ),
    format('Picture, PNG', 'overtime.png', 'image/png', ({ picture, ground }) =>
      pngOf(picture, ground),
    ),
  ],
  'Messages, from the first that is seen': [
    format('PlantUML diagram', 'overtime.puml', 'text/plain', diagram(toPlantUml)),
    format('ShiViz log', 'overtime-shiviz.log', 'text/plain', diagram(toShiViz)),
  ],
  'The whole run': [
    format('Events, JSON', 'overtime-events.json', 'application/json', ({ layout }) => [
      ...toJson(layout.trace),
    ]),
    format("SPIN's trail with its model, ZIP", 'overtime-trail.zip', 'application/zip', (saved) => {
      const files = saved.trailFiles();
      return files && [zipOf(files)];
    }),
  ],
};

interface Props extends Pick<Saved, 'trailFiles'> {
  /** Absent while there is no run. */
  readonly layout: SequenceLayout | null;
  readonly seen: () => Pick<Saved, 'picture' | 'firstEvent'>;
}

/** Everything that can be taken away from a trace. */
export function SaveMenu({ layout, seen, trailFiles }: Props) {
  const { surface: ground } = usePalette();
  const save = async ({ file, type, write }: Format): Promise<void> => {
    const content = layout && (await write({ layout, ...seen(), ground, trailFiles }));
    if (content)
      download(file, Array.isArray(content) ? new Blob(content, { type }) : content, type);
  };
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Save" isDisabled={!layout}>
        <Icon name="save" />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu className="menu" aria-label="Save">
          {Object.entries(FORMATS).map(([head, formats]) => (
            <MenuSection key={head}>
              <Header className="menu-head">{head}</Header>
              {formats.map((format) => (
                <MenuItem
                  key={format.file}
                  className="menu-item"
                  onAction={() => void save(format)}
                >
                  {format.title}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function zipOf({ model, words, trail, simulation }: TrailFiles): BlobPart {
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
  const texts = {
    'README.txt': simulation === undefined ? forPan : forPan + forSpin,
    'model.pml': model,
    'model.pml.trail': trail,
    ...(simulation !== undefined && {
      'simulation.pml': simulation,
      'simulation.pml.trail': trail,
    }),
  };
  const files = Object.entries(texts).map(([name, text]) => [name, strToU8(text)] as const);
  // Not compressed, which is quick, and of the first day that the format knows: the same files give the
  // same archive.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) });
}
