import { type Language, type LanguageWords, WORDS_OF } from '../front/language.ts';
import { itemsInWords } from './item-words.ts';
import type { TraceEvent, TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';
import { groupAt, workItemsAt } from './work-items.ts';

/** Every message of our models, by channel and name. A test compares the list with the texts of the models. */
export const MESSAGES = [
  ...(['m_hst go', 'hst_clk go', 'hst_clk wait', 'hst_clk stop'] as const),
  ...(['hst_d go', 'hst_d stop', 'd_hst wait', 'd_hst done'] as const),
  ...(['dev_u go', 'dev_u stop', 'u_dev wait', 'u_dev done'] as const),
  ...(['hst_u go', 'u_hst wait', 'u_hst done'] as const),
  ...(['u_pex go', 'u_pex stop', 'u_pex wait', 'pex_u done', 'pex_u wait'] as const),
  ...(['u_s go', 's_u done', 's_pex go', 'pex_s done'] as const),
  ...(['pex_b done', 'pex_b wait', 'pex_b stop', 'b_pex go', 'b_pex wait'] as const),
  ...(['pex_g done', 'pex_g wait', 'g_pex go', 'g_pex wait'] as const),
  ...(['clk_p tick', 'p_clk wait'] as const),
  ...(['u_w go', 'w_u wait', 'w_u done', 'w_b done', 'b_w go', 'w_b wait'] as const),
  ...(['w_port go', 'port_w done', 'w_l2 go', 'l2_w done', 'w_s go', 's_w done'] as const),
] as const;
export type MessageKey = (typeof MESSAGES)[number];

interface Told {
  readonly from: string;
  readonly to: string;
  /** Work for the receiver, where it is known: `work-items 4 to 7 of group 0`. */
  readonly work: string | undefined;
  /** `group 3`, where the message carries one. */
  readonly group: string | undefined;
}

/** Two or three words beside an arrow, and a sentence. */
type Words = readonly [short: string, sentence: (told: Told) => string];

const rests: Words = [
  'nothing more now',
  ({ from, to }) => `${from} has nothing more to do now, and ${to} goes on`,
];

const reaches: Words = ['at the barrier', ({ from, to }) => `${from} reaches ${barrierOf(to)}`];

const goesOn: Words = [
  'goes on',
  ({ from, to }) => `all have reached ${barrierOf(from)}, and ${to} goes on`,
];

const wordsIn = ({
  item: one,
  group: block,
}: LanguageWords): Readonly<Record<MessageKey, Words>> => ({
  'm_hst go': ['begin', ({ to }) => `the program begins: ${to} starts`],
  'hst_clk go': ['time begins', ({ from, to }) => `${from} starts ${to}: time begins to pass`],
  'hst_clk wait': rests,
  'hst_clk stop': ['the end', ({ from, to }) => `${from} stops ${to}: the program is over`],
  'hst_d go': [
    `a ${block}`,
    ({ from, to, group }) => `${from} gives ${to} ${group ?? `a ${block}`}`,
  ],
  'hst_d stop': [
    `no more ${block}s`,
    ({ from, to }) => `${from} tells ${to} to stop a unit: no ${block} is left for it`,
  ],
  'd_hst wait': rests,
  'd_hst done': [`${block} done`, ({ from, to }) => `${from} tells ${to} that a ${block} is done`],
  'dev_u go': [
    `a ${block}`,
    ({ from, to, group }) => `${from} gives ${to} ${group ?? `a ${block}`}`,
  ],
  'dev_u stop': [
    'stop',
    ({ from, to }) => `${from} tells ${to} to stop: no ${block} is left for it`,
  ],
  'u_dev wait': rests,
  'u_dev done': [
    `${block} done`,
    ({ from, to }) => `${from} tells ${to} that its ${block} is done`,
  ],
  'hst_u go': [`a ${block}`, ({ from, to }) => `${from} gives ${to} ${block}s`],
  'u_hst wait': rests,
  'u_hst done': [
    'ready',
    ({ from, to }) => `${from} tells ${to} that it is ready for another ${block}`,
  ],
  'u_pex go': [
    `${one}s`,
    ({ from, to, work }) => `${from} gives ${to} ${work ?? `its next ${one}s`}`,
  ],
  'u_pex stop': ['stop', ({ from, to }) => `${from} tells ${to} to stop: no ${block} is left`],
  'u_pex wait': ['rest', ({ from, to }) => `${from} has nothing more for ${to} in this ${block}`],
  'pex_u done': ['done', ({ from, to }) => `${from} tells ${to} that its ${one}s are done`],
  'pex_u wait': rests,
  'u_s go': [`a ${block}`, ({ from, to }) => `${from} has ${to} run its warps of the ${block}`],
  's_u done': ['ready', ({ from, to }) => `${from} tells ${to} that it is done and ready`],
  's_pex go': ['next warp', ({ from, to }) => `${from} gives ${to} its ${one} of the next warp`],
  'pex_s done': ['done', ({ from, to }) => `${from} tells ${to} that its ${one} is done`],
  'pex_b done': reaches,
  'pex_b wait': rests,
  'pex_b stop': ['stop', ({ from, to }) => `${from} tells ${to} to stop: no ${block} is left`],
  'b_pex go': goesOn,
  'b_pex wait': ['waits', ({ from, to }) => `${to} waits at ${barrierOf(from)} for the others`],
  'pex_g done': ['at the barrier', ({ from }) => `${from} reaches the barrier of all ${block}s`],
  'pex_g wait': rests,
  'g_pex go': [
    'goes on',
    ({ to }) => `all have reached the barrier of all ${block}s, and ${to} goes on`,
  ],
  'g_pex wait': ['waits', ({ to }) => `${to} waits at the barrier of all ${block}s for the others`],
  'clk_p tick': ['wakes', ({ from, to }) => `${from} wakes ${to}`],
  'p_clk wait': rests,
  'u_w go': [
    'begins',
    ({ from, to, work }) => `${from} starts ${to}${work === undefined ? '' : ` with ${work}`}`,
  ],
  'w_u wait': rests,
  'w_u done': [
    'done',
    ({ from, to }) => `${from} tells ${to} that it has come to the end of the kernel`,
  ],
  'w_b done': reaches,
  'b_w go': ['goes on', ({ from, to }) => `all have reached ${barrierOf(from)}, and ${to} goes on`],
  'w_b wait': rests,
  'w_port go': ['asks for memory', ({ from, to }) => `${from} asks ${to} for memory`],
  'port_w done': [
    'when it is ready',
    ({ from, to }) => `${from} tells ${to} when its memory will be served`,
  ],
  'w_l2 go': [
    'asks the L2',
    ({ from, to }) => `${from} asks ${to} for what the first cache has not`,
  ],
  'l2_w done': ['when it is ready', ({ from, to }) => `${from} tells ${to} when it will be served`],
  'w_s go': ['asks to issue', ({ from, to }) => `${from} asks ${to} to issue its instructions`],
  's_w done': [
    'when it is ready',
    ({ from, to }) => `${from} tells ${to} when its instructions will be issued`,
  ],
});

const WORDS: Readonly<Record<Language, Readonly<Record<MessageKey, Words>>>> = {
  opencl: wordsIn(WORDS_OF.opencl),
  cuda: wordsIn(WORDS_OF.cuda),
};

/** `the barrier of unit 0` of the process `barrier 0`; a lone barrier is `the barrier`. */
const barrierOf = (label: string): string =>
  label.startsWith('barrier') ? (label === 'barrier' ? 'the barrier' : `the ${label}`) : label;

const KEYS: ReadonlySet<string> = new Set(MESSAGES);
const isKey = (text: string): text is MessageKey => KEYS.has(text);

/** The message of an event, where it is one that our models send. */
const keyOf = (trace: Trace, channel: string, message: string): MessageKey | undefined => {
  const key = `${channel} ${message}`;
  return trace.isOurs && isKey(key) ? key : undefined;
};

type Message = Extract<TraceEvent, { kind: 'message' }>;

/** A message in one plain sentence. Of models that are not ours only who sends what to whom is known. */
export function messageInWords(trace: Trace, event: Message, index: number): string {
  const [from, to] = [trace.label(event.from), trace.label(event.to)];
  const key = keyOf(trace, event.channel, event.message);
  if (!key) return `${from} sends ${[event.message, ...event.values].join(' ')} to ${to}`;
  const receiver = trace.process(event.to);
  const work = workItemsAt(trace, event.to, index);
  return WORDS[trace.language][key][1]({
    from,
    to,
    work: work && itemsInWords(work, trace.words),
    group: groupInWords(receiver, event, trace, index),
  });
}

/** The group that a message carries; a unit that stands for others has none of its own. */
function groupInWords(
  receiver: TraceProcess | undefined,
  { channel, values }: Message,
  trace: Trace,
  index: number,
): string | undefined {
  if ((receiver?.count ?? 1) > 1) return undefined;
  if (channel === 'hst_d')
    return values[1] === undefined ? undefined : `${trace.words.group} ${values[1]}`;
  const group = receiver && groupAt(trace, receiver, index);
  return group === undefined ? undefined : `${trace.words.group} ${group}`;
}

/** Words beside a message's arrow. */
export function messageLabel(trace: Trace, index: number): string {
  const key = keyOf(trace, trace.channelAt(index), trace.messageAt(index));
  return key
    ? WORDS[trace.language][key][0]
    : [trace.messageAt(index), ...trace.valuesAt(index)].join(' ');
}

/** Whom a message goes to by its channel, before anybody has received it. */
const RECEIVERS: Readonly<Record<string, string>> = {
  hst: 'the host',
  clk: 'the clock',
  d: 'a device',
  dev: 'the device',
  u: 'a unit',
  pex: 'an element',
  b: 'the barrier',
  g: 'the barrier',
  p: 'whose tick has come',
  w: 'a warp',
  s: 'a scheduler',
  port: 'the memory port',
  l2: 'the L2',
};

/** A statement of SPIN's simulation in words; undefined where it is none of our messages. */
export function sendingInWords(trace: Trace, who: string, statement: string): string | undefined {
  const found = /^(\w+?)_(\w+)!+(\w+)/.exec(statement);
  if (!found) return undefined;
  const [, from = '', to = '', message = ''] = found;
  const key = keyOf(trace, `${from}_${to}`, message);
  if (!key) return undefined;
  const receiver = RECEIVERS[to] ?? 'another process';
  const none = { work: undefined, group: undefined };
  return WORDS[trace.language][key][1]({ from: who, to: receiver, ...none });
}
