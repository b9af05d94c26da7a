import { describe, expect, it, test } from 'vitest';
import { type Language, WORDS_OF } from '../front/language.ts';
import { problemOf } from '../testing/engine.ts';
import { SHOWN_RUNS } from '../testing/shown-runs.ts';
import { type Sketch, traceOf } from '../testing/traces.ts';
import { itemsInWords } from './item-words.ts';
import { MESSAGES, messageInWords, messageLabel, sendingInWords } from './message-words.ts';
import { meaningOf } from './variable-words.ts';
import type { ItemSpread } from './item-spread.ts';

/** What a model can send: `channel message`. Who hands the baton back does so on the channel that it came by. */
function sentIn(text: string): string[] {
  const sends = [...text.matchAll(/\b(\w+) ?!+ ?(go|done|stop|tick|wait)\b/g)];
  const inC = [...text.matchAll(/tell_message \(.*?"(\w+)", "(\w+)"\)/g)];
  return [...sends, ...inC].flatMap(([, channel = '', message = '']) =>
    channel === 'back' ? ['pex_u wait', 'pex_b wait', 'p_clk wait'] : [`${channel} ${message}`],
  );
}

describe.each(SHOWN_RUNS)('the messages of $title', ({ setup }) => {
  it('all have words', () => {
    const known: readonly string[] = MESSAGES;
    const sent = [...new Set(sentIn(problemOf(setup).model.text))];
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((key) => !known.includes(key))).toEqual([]);
  });
});

test('no message has words that nobody sends', () => {
  const sent = new Set(SHOWN_RUNS.flatMap(({ setup }) => sentIn(problemOf(setup).model.text)));
  expect(MESSAGES.filter((key) => !sent.has(key))).toEqual([]);
});

const processes = [
  [1, 'clock'],
  [3, 'device'],
  [4, 'unit'],
  [5, 'barrier'],
  [6, 'pex'],
  [7, 'pex'],
] as const;
const sources = [{}];

/** The last of some messages in words; its values stand behind its name. */
function words(
  list: readonly (readonly [number, number, string, string, ...number[]])[],
  spread?: ItemSpread,
  language: Language = 'opencl',
): string {
  const events = list.map(([from, to, channel, message], index): Sketch => ({
    kind: 'message',
    from,
    to,
    channel,
    message,
    line: index + 1,
  }));
  const trace = traceOf(processes, events, {
    language,
    sources,
    ...(spread && { spread }),
    isOpen: true,
  });
  const event = trace.event(events.length - 1);
  return event.kind === 'message' ? messageInWords(trace, event, events.length - 1) : '';
}

test('messages say what they mean to the kernel and the machine', () => {
  expect(words([[7, 5, 'pex_b', 'done']])).toBe('pex 1 reaches the barrier');
  expect(words([[5, 7, 'b_pex', 'go']])).toBe('all have reached the barrier, and pex 1 goes on');
  expect(words([[4, 7, 'u_pex', 'stop']])).toBe('unit tells pex 1 to stop: no work-group is left');
  expect(words([[1, 4, 'clk_p', 'tick']])).toBe('clock wakes unit');
  expect(words([[3, 4, 'dev_u', 'go']])).toBe('device gives unit a work-group');
});

test('an order to work names the work-items that are known', () => {
  const go = [[4, 7, 'u_pex', 'go']] as const;
  expect(words(go, { items: 8, elements: 2, how: 'strided' })).toBe(
    'unit gives pex 1 work-items 1, 3, 5 and 7',
  );
  expect(words(go, { items: 2, elements: 2, how: 'strided' })).toBe('unit gives pex 1 work-item 1');
  expect(words(go, { items: 8, elements: 2, how: 'handed out' })).toBe(
    'unit gives pex 1 a work-item',
  );
  expect(words(go)).toBe('unit gives pex 1 its next work-items');
});

test('numbers of work-items are few words', () => {
  const items = { of: 'work-item', first: 4, step: 1, count: 4, group: 2 } as const;
  expect(itemsInWords(items, WORDS_OF.opencl)).toBe('work-items 4 to 7 of work-group 2');
  expect(itemsInWords({ of: 'warp', first: 3, step: 2, count: 1 }, WORDS_OF.opencl)).toBe('warp 3');
  expect(itemsInWords({ of: 'work-item', first: 0, step: 4, count: 16 }, WORDS_OF.opencl)).toBe(
    'work-items 0, 4, 8 ... 60',
  );
  expect(itemsInWords({ of: 'work-item', step: 4, count: 3 }, WORDS_OF.opencl)).toBe(
    '3 work-items',
  );
});

test("a CUDA kernel's messages are of threads and blocks", () => {
  const spread = { how: 'strided', items: 8, elements: 4 } as const;
  const said = (channel: string, message: string): string =>
    words([[4, 7, channel, message]], spread, 'cuda');
  expect(said('u_pex', 'go')).toBe('unit gives pex 1 threads 1 and 5');
  expect(said('u_pex', 'stop')).toBe('unit tells pex 1 to stop: no block is left');
  expect(meaningOf('groups', undefined, 'cuda')?.words).toBe('blocks that are run');
  expect(meaningOf('item', 'pex', 'cuda')?.words).toBe('the thread that is looked at');
});

test('of a model that is not ours a message is told as it is', () => {
  const event = { kind: 'message', from: 4, to: 7, channel: 'u_pex', message: 'go' } as const;
  const trace = traceOf(processes, [event]);
  const [only] = [trace.event(0)];
  expect(only.kind === 'message' && messageInWords(trace, only, 0)).toBe('unit sends go to pex 1');
  expect(messageLabel(trace, 0)).toBe('go');
  expect(sendingInWords(trace, 'unit', 'u_pex!go,i')).toBeUndefined();
});
