import type { LineSource, ProcessName } from '../promela/index.ts';
import type { ReplayedStep } from '../spin/spin-replay-output.ts';
import type { Space } from '../kernel/ir.ts';
import type { Trace, TraceEvent, TraceProcess } from './events.ts';

/** Turns the steps of a replay into events. `sources` is the source map of the model, `globals` the
 * variables at the end. Steps of models that are not ours give messages and no more. */
export function toTrace(
  steps: readonly ReplayedStep[],
  sources: readonly LineSource[],
  globals: Readonly<Record<string, number>>,
): Trace {
  const events: TraceEvent[] = [];
  const names = new Map<number, string>();
  let tick = 0;
  let sending: { step: ReplayedStep; queue: number } | undefined;
  for (const [index, step] of steps.entries()) {
    const kernel = sources[step.line - 1]?.kernel;
    const at = { step: index + 1, line: step.line, ...(kernel && { kernel }) };
    if (!names.has(step.pid)) {
      names.set(step.pid, step.process);
      events.push({ kind: 'start', tick, pid: step.pid, ...at });
    }
    if (step.message?.direction === 'send') {
      sending = { step, queue: step.message.queue };
    } else if (step.message && sending?.queue === step.message.queue) {
      const { step: send } = sending;
      const [message = '', value] = send.message?.fields ?? [];
      // The line of the send is the one a reader looks for. What the platform sends, such as a barrier's
      // go, belongs to the piece of the kernel that waited for it.
      const source = sources[send.line - 1]?.kernel ?? kernel;
      events.push({
        kind: 'message',
        tick,
        step: index,
        line: send.line,
        ...(source && { kernel: source }),
        from: send.pid,
        to: step.pid,
        // The receiver names it: a sender may have it in a variable.
        channel: step.message.channel,
        message,
        ...(value !== undefined && /^-?\d+$/.test(value) && { value: Number(value) }),
      });
      sending = undefined;
    }
    for (const line of step.output) {
      const [word, ...rest] = line.trim().split(' ');
      if (word === '@time') {
        const since = tick;
        tick = Number(rest[0]);
        events.push({ kind: 'time', tick, since, ...at });
      } else if (word === '@work') {
        const [pid, space, from, until] = rest;
        events.push({
          kind: 'work',
          tick: Number(from),
          pid: Number(pid),
          space: asSpace(space),
          until: Number(until),
          ...at,
        });
      } else if (word === '@finish') {
        const { time: _, ...values } = assignments(rest);
        events.push({ kind: 'finish', tick, values, ...at });
      }
    }
  }
  return {
    processes: label([...names].sort(([a], [b]) => a - b)),
    events,
    endTick: globals['time'] ?? tick,
    variables: globals,
  };
}

const asSpace = (word: string | undefined): Space =>
  word === 'global' || word === 'local' ? word : 'private';

const assignments = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    words.map((word) => word.split('=')).map(([name = '', value]) => [name, Number(value)]),
  );

/** Names processes for people. The processes of a unit have consecutive numbers: unit, barrier, pex. */
function label(processes: readonly (readonly [number, string])[]): TraceProcess[] {
  const countOf = (wanted: string): number =>
    processes.filter(([, name]) => name === wanted).length;
  const several = { device: countOf('device') > 1, unit: countOf('unit') > 1 };
  let device = -1;
  let unit = -1;
  let element = -1;
  return processes.map(([pid, name]): TraceProcess => {
    const process = { pid, name: name as ProcessName };
    switch (name) {
      case 'device':
        device += 1;
        return { ...process, label: several.device ? `device ${device}` : 'device' };
      case 'unit':
        unit += 1;
        element = -1;
        return { ...process, label: several.unit ? `unit ${unit}` : 'unit' };
      case 'barrier':
        return { ...process, label: several.unit ? `barrier ${unit}` : 'barrier' };
      case 'pex':
        element += 1;
        return {
          ...process,
          index: element,
          label: several.unit ? `pex ${unit}.${element}` : `pex ${element}`,
        };
      default:
        return { ...process, label: name };
    }
  });
}
