import { count, whole } from '../../base/words.ts';
import {
  type CardStyle,
  type CardWords,
  itemLines,
  nameOf,
  placeLines,
  type TimelineLane,
  timeRun,
  type Trace,
} from '../../trace/index.ts';
import { DEVICE_WORDS, STATE_WORDS } from '../shared/state-words.ts';

/** Who does what from when to when, where in the kernel, and for which work-items. */
export function spanInWords(
  trace: Trace,
  lane: TimelineLane,
  span: number,
  style: CardStyle,
): CardWords {
  const event = lane.event[span] ?? -1;
  const state = lane.stateOf(span);
  const { pid } = lane;
  const [from, to] = [lane.start[span] ?? 0, lane.endOf(span)];
  const words = (trace.program && DEVICE_WORDS[state]) ?? STATE_WORDS[state];
  const waits = trace.isStuck && to === lane.endTick && state === 'barrier';
  return {
    title: nameOf(trace, pid),
    lines: [
      state === 'repeat' && event >= 0 ? timeRun(trace).wordsAt(event) : words.card,
      waits
        ? `from tick ${whole(from)}, for ever: nobody can go on`
        : `tick ${whole(from)} to ${whole(to)}, ${count(to - from, 'tick')}`,
      ...(state === 'idle' || state === 'dispatch' ? [] : itemLines(trace, pid, event)),
      // Being idle is of no line: what began it is what went before.
      ...(state === 'idle' || event < 0 ? [] : placeLines(trace, event, style)),
    ],
  };
}

/** A card for those who hear it. */
export const inOneSentence = ({ title, lines }: CardWords): string => [title, ...lines].join(', ');
