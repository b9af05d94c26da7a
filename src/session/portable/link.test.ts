import fc from 'fast-check';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../base/digest.ts';
import { exampleText as shippedText } from '../../testing/engine.ts';
import { EXAMPLE_LIST } from '../example-list.ts';
import { exampleSettings, firstSettings, type Settings } from '../kept/settings.ts';
import { printOf } from '../workspace/open-document.ts';
import { fragmentOf, MOST_LINK, readFragment, SHORT_LINK } from './link.ts';
import { PHRASES_1 } from './phrases.ts';
import { portableOf } from './portable.ts';
import type { PortableView } from './view.ts';
import { RUNS } from '../../testing/amounts.ts';

const texts = new Map(EXAMPLE_LIST.map(({ id }) => [id, shippedText(id)]));
const exampleText = (id: string): string | undefined => texts.get(id);
const usual = firstSettings(exampleText);
const settingsOf = (id: string): Settings => ({
  ...usual,
  ...exampleSettings(id, exampleText(id) ?? ''),
});

/** A view with something in every place. */
const VIEW: PortableView = {
  editor: 'promela',
  results: 'machine',
  sensitive: 'platforms',
  fills: 'platform',
  presented: true,
  charts: 'both',
  heights: 'time',
  inspector: false,
  collapse: 'unit',
  axes: { x: 'TS', y: 'WG' },
  slices: { UNROLL: 2 },
  answered: true,
  chosen: { WG: 8, TS: 4 },
  opened: { WG: 16, TS: 4 },
  compared: { WG: 4, TS: 2 },
  event: 12_345,
};

const fragment = (settings: Settings, view: PortableView = VIEW): string =>
  fragmentOf(portableOf(settings, view, exampleText)) ?? 'none';
const open = (link: string) => readFragment(link, exampleText);
const message = (link: string): string => {
  const read = open(link);
  return read.ok ? 'opened' : read.message;
};
const packed = (text: string): string => {
  const dictionary = new TextEncoder().encode(PHRASES_1);
  const bytes = deflateSync(new TextEncoder().encode(text), { level: 9, dictionary });
  return `#o=1.${Buffer.from(bytes).toString('base64url')}`;
};

describe('a link', () => {
  it('opens as what it was made of', () => {
    for (const { id } of EXAMPLE_LIST) {
      const settings: Settings = {
        ...settingsOf(id),
        level: 'free',
        method: 'sweep',
        verifiedSize: 8,
        limits: { seconds: 7 },
      };
      const isDevice = settings.semantics === 'device';
      const same = isDevice ? expect.objectContaining(settings) : settings;
      expect(open(fragment(settings))).toEqual({
        ok: true,
        view: VIEW,
        isShipped: true,
        notes: [],
        settings: same,
      });
      const own = { ...settings, kernelText: `${settings.kernelText}// "mine" \u00e9\u{1f600}\n` };
      expect(open(fragment(own, {}))).toMatchObject({
        ok: true,
        isShipped: false,
        view: {},
        settings: own,
      });
    }
  });

  it('has at most 2,000 characters for every example, as it is and edited, and for 60 lines', () => {
    const site = 'https://overtime.example.org/workbench/';
    const lengths = EXAMPLE_LIST.map(({ id }) => {
      const settings = settingsOf(id);
      const edited = settings.kernelText
        .replace('\n', '\n// What if the tile were larger?\n')
        .replace(/\b32\b/, '48')
        .concat('// end\n');
      const own = {
        ...settings,
        kernelText: edited,
        constants: { ...settings.constants, GMT: '7' },
      };
      return { id, asShipped: fragment(settings).length, edited: fragment(own).length };
    });
    const lines = Array.from(
      { length: 60 },
      (_, line) =>
        `  value_${line} = fma(input[${line * 37} * stride + column], weight_${(line * 7) % 31}, bias[${line}]);`,
    );
    const long = { ...usual, kernelText: `__kernel void k() {\n${lines.join('\n')}\n}\n` };
    const all = [
      ...lengths.flatMap(({ asShipped, edited }) => [asShipped, edited]),
      fragment(long).length,
    ];
    expect(Math.max(...all) + site.length).toBeLessThanOrEqual(SHORT_LINK);
    if (RUNS > 1) console.table([...lengths, { id: '60 lines', edited: fragment(long).length }]);
  });

  it('that was made once opens for ever', async () => {
    // To change these words, add a new version.
    expect((await sha256(PHRASES_1))?.slice(0, 16)).toMatchInlineSnapshot(`"9b82dca9edfe513a"`);
  });

  it('says why it does not open', () => {
    expect(message('#o=')).toMatch(/says no version/);
    expect(message('#o=2.abc')).toMatch(/later version/);
    expect(message('#o=1.')).toMatch(/damaged/);
    expect(message(fragment(usual).slice(0, 40))).toMatch(/cut short/);
    expect(message(`#o=1.${'a'.repeat(MOST_LINK)}`)).toMatch(/longer than 20,000/);
    expect(message(packed('{}'))).toMatch(/has no kernel/);
    expect(message(packed('[7]\n'))).toBe('opened');
    expect(message(packed('7\n'))).toMatch(/damaged/);
    expect(message(packed('{"example":{"id":"gone","print":"1"}}'))).toMatch(/"gone"/);
    // A kilobyte that would be a megabyte.
    expect(message(packed(`{}\n${'x'.repeat(1_000_000)}`))).toMatch(/damaged/);
  });

  it('of an example that has changed since says so', () => {
    const text = exampleText('sum') ?? '';
    const link = packed(JSON.stringify({ example: { id: 'sum', print: printOf(`${text} `) } }));
    const read = open(link);
    expect(read).toMatchObject({ ok: true, settings: { kernelText: text, example: 'sum' } });
    expect(read.ok && read.notes).toEqual([
      'The example Sum is another than it was then: this is its text of today.',
    ]);
  });

  it('keeps what can be read of it', () => {
    const state = {
      settings: { constants: { GMT: 7, NP: '16' }, method: 'magic', level: 'free', live: true },
      view: { results: 'time', event: -1, opened: { WG: 'x' }, unknown: 1 },
    };
    expect(open(packed(`${JSON.stringify(state)}\n__kernel void k() {}`))).toMatchObject({
      settings: { constants: { GMT: '4', NP: '16' }, method: 'bisection', level: 'free' },
      view: { results: 'time' },
      notes: ['Could not be read, and is as usual: method, GMT, opened, event.'],
    });
    const read = open(
      packed(`${JSON.stringify({ settings: { live: true, limits: { memoryMB: 4096 } } })}\n`),
    );
    expect(read.ok && ['live' in read.settings, read.settings.limits]).toEqual([false, undefined]);
  });

  it('may be anything', () => {
    const links = EXAMPLE_LIST.map(({ id }) => fragment(settingsOf(id))).concat(
      EXAMPLE_LIST.map(({ id }) =>
        fragment({ ...settingsOf(id), kernelText: `//\n${exampleText(id) ?? ''}` }),
      ),
    );
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=#%\u00e9';
    const place = fc.nat(MOST_LINK);
    const change = fc.record({
      at: place,
      gone: fc.nat(8),
      put: fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 }),
    });
    const mutated = fc
      .tuple(fc.constantFrom(...links), fc.array(change, { minLength: 1, maxLength: 4 }))
      .map(([link, changes]) =>
        changes.reduce((text, { at, gone, put }) => {
          const from = at % (text.length + 1);
          return text.slice(0, from) + put + text.slice(from + gone);
        }, link),
      );
    // Packed content may be anything: an intact link proves nothing.
    const whole = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.string({ maxLength: 40 }))
      .map(([head, text]) => packed(`${head}\n${text}`));
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: mutated }, whole), (link) => {
        const read = open(link);
        expect(typeof (read.ok ? read.settings.kernelText : read.message)).toBe('string');
      }),
      { numRuns: 200 * RUNS },
    );
  });
});

it('takes the tick at the end of a link, and nothing else that stands there', () => {
  const link = fragmentOf(portableOf(settingsOf('sum'), { event: 3 }, exampleText)) ?? '';
  const viewOf = (end: string) => {
    const read = readFragment(`${link}${end}`, exampleText);
    return read.ok ? read.view : read.message;
  };
  expect(viewOf('')).toEqual({ event: 3 });
  expect(viewOf('&at=17')).toEqual({ event: 3, at: 17 });
  for (const other of ['&at=', '&at=-1', '&at=1e3', '&at=1234567890123456', '&to=17'])
    expect(viewOf(other)).toEqual({ event: 3 });
});
