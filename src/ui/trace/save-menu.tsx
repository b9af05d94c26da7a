import { shellWords } from '../../base/shell-words.ts';
import { strToU8, zipSync } from 'fflate';
import type { TrailFiles } from '../../checker/index.ts';
import { toJson, toPlantUml, toShiViz, type Trace } from '../../trace/index.ts';
import { usePalette } from '../drawing/palette.ts';
import {
  type Format,
  FormatsMenu,
  PICTURE_FORMATS,
  type SeenPicture,
} from '../shared/formats-menu.tsx';
import type { SequenceLayout } from './sequence-layout.ts';

/** Events that a diagram for another tool holds: more would be of no use to it. */
const MOST_EVENTS = 5000;

interface Saved extends SeenPicture {
  readonly trace: Trace;
  /** Events that are shown. */
  readonly rows: readonly number[];
  /** The first event in the charts as they are seen. */
  readonly firstEvent: number;
  /** Writes the trail as text, which takes a while where it is long. */
  readonly trailFiles: () => TrailFiles | undefined;
}

type Write = Format<Saved>['write'];

/** A diagram of the messages that are shown, from the first that is seen. */
const diagram =
  (write: typeof toPlantUml): Write =>
  ({ trace, rows, firstEvent: from }) => {
    const seen = new Set(rows);
    const to = Math.min(trace.count, from + MOST_EVENTS);
    return write(trace, { from, to, isShown: (event) => seen.has(event) });
  };

const format = (title: string, file: string, type: string, write: Write): Format<Saved> => ({
  title,
  file,
  type,
  write,
});

/** Without model time there are pictures only. */
const PICTURES = { 'What is seen': PICTURE_FORMATS } as const;

const FORMATS: Readonly<Record<string, readonly Format<Saved>[]>> = {
  'What is seen': PICTURE_FORMATS,
  'Messages, from the first that is seen': [
    format('PlantUML diagram', 'overtime.puml', 'text/plain', diagram(toPlantUml)),
    format('ShiViz log', 'overtime-shiviz.log', 'text/plain', diagram(toShiViz)),
  ],
  'The whole run': [
    format('Events, JSON', 'overtime-events.json', 'application/json', ({ trace }) => [
      ...toJson(trace),
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
  if (layout && !layout.run.timed)
    return (
      <FormatsMenu formats={PICTURES} saved={() => ({ ...seen(), ground })} isDisabled={false} />
    );
  const trace = layout?.run.timed;
  return (
    <FormatsMenu
      formats={FORMATS}
      saved={() =>
        layout && trace ? { trace, rows: layout.rows, ...seen(), ground, trailFiles } : undefined
      }
      isDisabled={!trace}
    />
  );
}

function zipOf({ model, words, trail, simulation }: TrailFiles): BlobPart {
  const forPan = `A run of a model, as SPIN found it.

model.pml, model.pml.trail: the model that was searched, and the trail. Its numbers are words on the
command line of the verifier:
  spin -a model.pml
  cc -O2 -DSAFETY -DNOREDUCE -DVECTORSZ=32768 -o pan pan.c
  ./pan -r model.pml.trail ${shellWords(words)}
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
