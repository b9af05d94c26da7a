import { itemInWords, valueInWords } from './value-words.ts';
import type { ValueStage } from './stage.ts';
import type { StageState } from './stage-state.ts';

/** The step at the cursor, one sentence without its full stop; read out at each step. */
export function stepInWords(stage: ValueStage, state: StageState, hidesVerdict: boolean): string {
  const { trace, steps, lineOf } = stage;
  const step = steps[state.step];
  const event = trace.events[step?.first ?? -1];
  if (!step || !event) return 'Nothing has happened yet';
  const who = stage.items[step.column]?.name ?? itemInWords(trace.language, event);
  const line = `, line ${lineOf[step.first] ?? 0}`;
  switch (event.kind) {
    case 'read':
    case 'write':
    case 'atomic': {
      const array = trace.arrays[event.array];
      const place = `${array?.name ?? ''}[${event.cell}]`;
      const cell = state.arrays[event.array]?.[event.cell];
      const isUnwritten = event.kind === 'read' && cell?.value === undefined;
      const beyond = cell?.isBeyond === true ? ', beyond its end' : '';
      const value = valueInWords(event.value);
      const deed = isUnwritten
        ? `reads ${place}, which nobody wrote`
        : {
            read: `reads ${value} from ${place}`,
            write: `writes ${value} to ${place}`,
            atomic: `makes ${place} ${value} in one go`,
          }[event.kind];
      const race = hidesVerdict ? undefined : cell?.race;
      return `${who} ${deed}${beyond}${line}${race ? `: ${racersInWords(stage, race)}` : ''}`;
    }
    case 'arrive':
      return `${who} comes to the barrier${line}`;
    case 'leave':
      return `${who} goes on from the barrier${line}`;
    case 'variable':
      return `${who} sets ${event.name} to ${valueInWords(event.value)}${line}`;
    case 'copy':
      return `${who} copies${line}`;
    case 'wait':
      return `${who} waits for a copy${line}`;
    case 'start':
      return `${who} begins${line}`;
    case 'end':
      return `${who} ends`;
  }
}

/** `0 and 3 touch it with nothing between` */
function racersInWords({ items }: ValueStage, race: readonly [number, number]): string {
  const [one, other] = race.map((column) => items[column]?.label ?? 'another');
  return `${one} and ${other} touch it with no barrier between`;
}
