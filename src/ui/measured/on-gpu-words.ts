import { configurationsInWords, milliseconds } from '../../base/words.ts';
import { positionAt } from '../../base/span.ts';
import type { ProgramMeasured } from '../../gpu/measurer.ts';
import { type Estimate, orderOf, ratioOf, timeOf } from '../../gpu/statistics.ts';
import type { OnGpuView } from '../../session/jobs/on-gpu.ts';
import type { Configuration } from '../../tuning/index.ts';

/** A configuration's time on the GPU beside the fastest, or why it has none. */
export interface OnGpuRow {
  readonly name: string;
  readonly time?: Estimate;
  /** Times the fastest; absent for that one. */
  readonly ratio?: Estimate;
  readonly isTie: boolean;
  readonly isFastest: boolean;
  readonly words: string;
}

/** The fastest first, those without a time last. */
export function onGpuRows({ configurations, measured, question, phase }: OnGpuView): OnGpuRow[] {
  const all = configurations.map((values, index) => {
    const one = measured[index];
    const time = one?.state === 'timed' ? timeOf(one.times) : undefined;
    return { name: configurationsInWords([values]), one, time };
  });
  const timed = all
    .flatMap(({ time, ...rest }) => (time ? [{ ...rest, time }] : []))
    .toSorted((a, b) => a.time.middle - b.time.middle);
  const [best] = timed;
  const rest = all.filter(({ time }) => time === undefined);
  return [
    ...timed.map(({ name, one, time }): OnGpuRow => {
      const isFastest = one === best?.one;
      const ratio = isFastest ? undefined : ratioOf(one?.times ?? [], best?.one?.times ?? []);
      const isTie = ratio !== undefined && orderOf(ratio) === 'tie';
      const words = isFastest
        ? 'fastest'
        : ratio === undefined
          ? 'too few rounds to compare'
          : isTie
            ? `a tie (${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)} times as long)`
            : ratioInWords(ratio);
      return { name, time, isTie, isFastest, words, ...(ratio && { ratio }) };
    }),
    ...rest.map(({ name, one }): OnGpuRow => ({
      name,
      isTie: false,
      isFastest: false,
      words: untimedInWords(one, question?.kernelText ?? '', phase),
    })),
  ];
}

const ratioInWords = ({ middle, low, high }: Estimate): string =>
  `${middle.toFixed(2)} times as long (${low.toFixed(2)} to ${high.toFixed(2)})`;

function untimedInWords(
  one: ProgramMeasured | undefined,
  text: string,
  phase: OnGpuView['phase'],
): string {
  if (one?.message !== undefined) {
    const line = one.span && positionAt(text, one.span.start).line;
    return `${line === undefined ? '' : `Line ${line}: `}${one.message}`;
  }
  if (one?.state === 'timed') return 'too few rounds for an interval';
  if (phase !== 'running') return 'not measured';
  return one?.state === 'checked' ? 'right; to be timed' : 'waiting';
}

export const durationInWords = (nanoseconds: number): string =>
  nanoseconds < 1e6
    ? `${Number((nanoseconds / 1000).toPrecision(4))} µs`
    : milliseconds(nanoseconds / 1e6);

export const intervalInWords = ({ low, high }: Estimate): string =>
  `${durationInWords(low)} to ${durationInWords(high)}`;

/** What was found, in a sentence; empty before anything was. */
export function foundInWords(rows: readonly OnGpuRow[]): string {
  const [best] = rows;
  if (best?.time === undefined) return '';
  const ties = rows.filter(({ isTie }) => isTie).length;
  const beside = rows.filter(({ time, isFastest }) => time !== undefined && !isFastest).length;
  const took = `${best.name}: ${durationInWords(best.time.middle)} a launch`;
  if (beside === 0) return `${took}.`;
  if (ties === 0) return `${took}, the fastest of ${beside + 1}.`;
  return ties === beside
    ? `${took}; no other is faster or slower beyond doubt.`
    : `${took}; ${ties === 1 ? 'one other is' : `${ties} others are`} as fast as far as can be told.`;
}

/** The device, and what its times are worth. */
export function deviceInWords({ facts, lost, at }: OnGpuView): string {
  if (facts === undefined) return '';
  const parts = [
    facts.isSoftware ? `${facts.name}: a software adapter, not your GPU.` : `${facts.name}.`,
    facts.hasTimestamps
      ? ''
      : 'It has no timestamps: these are times of the host, with all that comes between.',
    lost > 0
      ? `The device was lost ${lost === 1 ? 'once' : `${lost} times`}, and opened again.`
      : '',
    at === undefined ? '' : `Begun ${new Date(at).toLocaleString('en-GB')}.`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

export const NO_DEVICE = {
  'no-webgpu': {
    title: 'This browser has no WebGPU',
    words: 'Take a browser that has it, such as a recent Chrome, Edge, Firefox or Safari.',
  },
  'no-adapter': {
    title: 'The browser finds no GPU',
    words:
      'It has WebGPU, but no adapter for it: drivers may be missing, or hardware acceleration be switched off in its settings.',
  },
} as const satisfies Record<NonNullable<OnGpuView['none']>, object>;

export function progressInWords({ phase, stage, round, rounds, measured }: OnGpuView): string {
  if (phase === 'none') return '';
  if (phase === 'ended' && measured.every(({ state }) => state === 'failed'))
    return 'None could be timed: the table says why.';
  if (rounds === 0) return phase === 'running' ? (stage ?? '') : '';
  if (phase !== 'running') return `${round} of ${rounds} rounds`;
  return round === 0 ? 'Comparing results, then warming up' : `Round ${round} of ${rounds}`;
}

/** Why nothing is learnt of a measurement; empty where something is. */
export function notLearntInWords({ phase, message, measured, learns }: OnGpuView): string {
  if (learns !== true || measured.some(({ state }) => state === 'timed')) return '';
  if (phase === 'failed') return message ?? 'It could not be measured.';
  const why = measured.find((one) => one.message !== undefined)?.message;
  return why === undefined ? '' : `None could be timed: ${why}`;
}

/** The configurations that are fastest by the model. */
export function modelledBest(
  results: Iterable<{
    readonly values: Configuration;
    readonly time?: number | bigint | undefined;
  }>,
  most: number,
): readonly Configuration[] {
  const best: { values: Configuration; time: number }[] = [];
  for (const { values, time } of results) {
    if (time === undefined) continue;
    const own = Number(time);
    const last = best.at(-1);
    if (best.length >= most && last !== undefined && own >= last.time) continue;
    best.push({ values, time: own });
    best.sort((a, b) => a.time - b.time);
    best.length = Math.min(best.length, most);
  }
  return best.map(({ values }) => values);
}
