import type { RunStep } from '../spin/step-run.ts';
import { type ModelTrace, type VariableAt } from './model-trace.ts';
import { fieldsInWords, plainStatement, stepCard, stepInWords } from './model-words.ts';
import { type Mark, type Run, RUN_EVENT, type RunVariables } from './run.ts';

const known = new WeakMap<ModelTrace, Run>();

/** A run of any Promela model, step by step. */
export function modelRun(trace: ModelTrace): Run {
  const found = known.get(trace) ?? make(trace);
  known.set(trace, found);
  return found;
}

function make(trace: ModelTrace): Run {
  const { processes, stops, loop } = trace;
  const { steps, problem, isBlocked, isCut } = trace.run;
  const isStop = new Set(stops);
  const transferOf = (event: number) =>
    steps[event]?.message?.kind === 'poll' ? undefined : trace.transferAt(event);
  const kindOf = (_: RunStep, event: number): number => {
    // A claim only watches.
    if (!isStop.has(event)) return RUN_EVENT.start;
    const transfer = transferOf(event);
    if (!transfer) return RUN_EVENT.step;
    return transfer.send === event ? RUN_EVENT.message : RUN_EVENT.take;
  };
  const receiverOf = ({ process }: RunStep, event: number): number =>
    steps[transferOf(event)?.receive ?? event]?.process ?? process;
  const label = (process: number): string => processes[process]?.label ?? '';

  return {
    count: steps.length,
    columns: {
      kind: steps.map(kindOf),
      pid: steps.map(({ process }) => process),
      other: steps.map(receiverOf),
      step: steps.map(({ number }) => number),
      tick: [],
      until: [],
    },
    lanes: [...processes.entries()]
      .filter(([, { isClaim }]) => !isClaim)
      .toSorted(([a, one], [b, other]) => (one.pid ?? 0) - (other.pid ?? 0) || a - b)
      .map(([pid, { name, label }]) => ({ pid, name, label, count: 1 })),
    loop,
    opensAt: 0,
    landmarks: loop ? [{ words: 'Start of cycle', event: loop.first }] : [],
    steps: stops.length,
    numberAt: (event) => trace.stopAt(event) + 1,
    label,
    messageAt: (event) => transferOf(event)?.fields[0] ?? '',
    channelAt: (event) => transferOf(event)?.channel ?? '',
    textAt: (event) => `${stepInWords(trace, event)} ${steps[event]?.statement ?? ''}`,
    signatureAt(event) {
      const { process = -1, statement, message } = steps[event] ?? {};
      return isStop.has(event)
        ? `${label(process)} ${statement} ${message?.fields.join() ?? ''}`
        : undefined;
    },
    markAt: (event) => markOf(trace, event),
    wordsAt: (event) => stepInWords(trace, event),
    notesAt(event) {
      const { file, line = 0, printed = [] } = steps[event] ?? {};
      const isLast = event === stops.at(-1);
      const said = (words: string | false | undefined, isWrong = false) =>
        words === false || words === undefined ? [] : { words, isWrong };
      return [
        said(file !== undefined && `${file}, line ${line}`),
        said(isLast && problem, true),
        said(isLast && isBlocked === true && 'Nobody can go on.', true),
        said(isLast && isCut === true && 'The run is longer: this is its beginning.'),
        said(printed.length > 0 && `prints: ${printed.join(' / ')}`),
      ].flat();
    },
    cardAt: (event) => stepCard(trace, event),
    placeAt(event) {
      const { file, line = 0 } = steps[event] ?? {};
      return { line: file === undefined ? line : 0 };
    },
    statementAt: (event) => steps[event]?.statement ?? '',
    variablesAt: (event) => groupsOf(trace, event),
  };
}

function markOf(trace: ModelTrace, event: number): Mark {
  const { process = -1, statement = '', ends = false, message } = trace.step(event) ?? {};
  const transfer = message?.kind === 'poll' ? undefined : trace.transferAt(event);
  if (transfer?.send !== event)
    // Its arrow has the words.
    return { kind: 'step', pid: process, words: transfer ? '' : plainStatement(statement), ends };
  const { receive, channel, isRendezvous } = transfer;
  const short = fieldsInWords(transfer);
  return {
    kind: 'message',
    from: process,
    to: receive === undefined ? undefined : trace.step(receive)?.process,
    taken: receive,
    words: `${channel}: ${short}`,
    short,
    style: isRendezvous ? 'go' : 'channel',
    isOpen: !isRendezvous,
  };
}

const inWords = ({ variable: { name, queue }, value, before }: VariableAt) => {
  const shown = (text: string): string => (queue !== undefined && text === '' ? 'empty' : text);
  return { name, value: shown(value), before: before === undefined ? before : shown(before) };
};

/** Those of all, channels with what they hold, and of each process: that of the step comes first. */
function groupsOf(trace: ModelTrace, event: number): readonly RunVariables[] {
  const all = trace.variablesAt(event);
  const own = trace.step(event)?.process;
  const isChannel = ({ variable }: VariableAt): boolean => variable.queue !== undefined;
  const of = (process: number | undefined): readonly VariableAt[] =>
    all.filter((each) => !isChannel(each) && each.variable.process === process);
  const order = [...trace.processes.entries()].toSorted(
    ([a, one], [b, other]) =>
      Number(b === own) - Number(a === own) || Number(one.isClaim) - Number(other.isClaim) || a - b,
  );
  return [
    { title: 'Global', variables: of(undefined) },
    { title: 'Channels', variables: all.filter(isChannel) },
    ...order.map(([process, { label }]) => ({
      title: label,
      owner: label,
      variables: of(process),
    })),
  ]
    .filter(({ variables }) => variables.length > 0)
    .map((group) => ({ ...group, variables: group.variables.map(inWords) }));
}
