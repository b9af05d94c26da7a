import fc from 'fast-check';
import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { storageOf } from '../../testing/session.ts';
import { firstSettings, type Settings } from '../kept/settings.ts';
import type { TextStorage } from '../kept/page-storage.ts';
import { isFirstVisit, type KeptSettings, LONG_TEXT, SettingsKeeper } from './settings-keeper.ts';
import { NO_DOCUMENT } from './open-document.ts';

const KEY = 'overtime.settings.1';

/** Settings from before kept records had a version. */
const FIRST = readFileSync(new URL('../kept/fixtures/settings-1.json', import.meta.url), 'utf8');

/** As read now: constants missing then have their usual value. */
const READ = v.parse(
  v.looseObject({ constants: v.record(v.string(), v.string()) }),
  JSON.parse(FIRST),
);
const asRead = { ...READ, constants: { ...READ.constants, NS: '2', WR: '2', AT: '0' } };

const usual = firstSettings(exampleText);
const document = { id: 'a', bases: ['r'] };

const refused: TextStorage = {
  getItem: () => {
    throw new Error('refused');
  },
  setItem: () => {
    throw new Error('refused');
  },
};

const open = (shared: TextStorage, tab = storageOf()): KeptSettings =>
  new SettingsKeeper(shared, tab).load(usual);

const holding = (text: string): Map<string, string> => new Map([[KEY, text]]);

const openText = (text: string): Settings => open(storageOf(holding(text))).settings;

describe('settings that are kept', () => {
  it('of the first kind are read as they are', () => {
    expect(READ.constants).not.toHaveProperty('AT');
    expect(open(storageOf(holding(FIRST)))).toEqual({ settings: asRead, document: NO_DOCUMENT });
  });

  it('are kept with their version and what is open, and read again', () => {
    const entries = holding(FIRST);
    const keeper = new SettingsKeeper(storageOf(entries), storageOf());
    const settings: Settings = { ...keeper.load(usual).settings, method: 'swarm' };
    expect(keeper.write(settings, document)).toBe(true);
    const kept: unknown = JSON.parse(entries.get(KEY) ?? '');
    expect(kept).toEqual({ state: { ...settings, document }, version: 1 });
    expect(open(storageOf(entries))).toEqual({ settings, document });
  });

  it('are those of the tab before those of any other', () => {
    const shared = storageOf();
    const tabs = [storageOf(), storageOf()] as const;
    const write = (at: 0 | 1, kernelText: string): boolean =>
      new SettingsKeeper(shared, tabs[at]).write({ ...usual, kernelText }, NO_DOCUMENT);
    write(0, 'the first');
    write(1, 'the second');
    expect(open(shared, tabs[0]).settings.kernelText).toBe('the first');
    expect(open(shared, tabs[1]).settings.kernelText).toBe('the second');
    expect(open(shared).settings.kernelText).toBe('the second');
  });

  it('fall back field by field, and what was there is set aside', () => {
    const size = '1'.repeat(41);
    const large = FIRST.replace(/"size":"\d+"/, `"size":"${size}"`);
    expect(openText(large).constants.size).toBe(size);
    expect(openText(large).kernelText).toBe(READ['kernelText']);

    const broken = FIRST.replace('"accelerated"', '"perfect"').replace(/"GMT":"\d+"/, '"GMT":4');
    const entries = holding(broken);
    const keeper = new SettingsKeeper(storageOf(entries), storageOf());
    const { settings, isPartLost } = keeper.load(usual);
    expect(isPartLost).toBe(true);
    expect(settings).toEqual({
      ...asRead,
      level: usual.level,
      constants: { ...asRead.constants, GMT: usual.constants.GMT },
    });
    keeper.write(settings, NO_DOCUMENT);
    expect(keeper.unreadable).toEqual([broken]);
    expect(open(storageOf(entries)).isPartLost).toBeUndefined();
    expect(new SettingsKeeper(storageOf(entries), storageOf()).unreadable).toEqual([broken]);
  });

  it('are not written over what cannot be read and not be set aside', () => {
    const entries = holding('{"kernelText": 7');
    const only: TextStorage = {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, text) => {
        if (key !== KEY) throw new Error('full');
        entries.set(key, text);
      },
    };
    const keeper = new SettingsKeeper(only, storageOf());
    expect(keeper.load(usual).settings).toEqual(usual);
    expect(keeper.write(usual, NO_DOCUMENT)).toBe(false);
    expect(entries.get(KEY)).toBe('{"kernelText": 7');
  });

  it('are not those of a page that knows more, which are set aside', () => {
    const later = JSON.stringify({ state: JSON.parse(FIRST), version: 2 });
    const kept = open(storageOf(holding(later)));
    expect(kept).toEqual({ settings: usual, document: NO_DOCUMENT, isPartLost: true });
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(openText(text)).toEqual(usual);
      }),
    );
    const values = fc.oneof(fc.jsonValue(), fc.string(), fc.bigInt().map(String));
    const names = fc.constantFrom(...Object.keys(READ), 'limits', 'machine', 'document');
    fc.assert(
      fc.property(fc.dictionary(names, values), (changes) => {
        const { settings } = open(storageOf(holding(JSON.stringify({ ...READ, ...changes }))));
        expect(typeof settings.kernelText).toBe('string');
        if (!('kernelText' in changes)) expect(settings.kernelText).toBe(READ['kernelText']);
      }),
    );
  });

  it('from before there was a constant have its usual value', () => {
    expect(openText(FIRST.replace('"DT":"1",', '')).constants.DT).toBe(usual.constants.DT);
  });

  it('say so where storage is full or refused', () => {
    const keeper = new SettingsKeeper(refused, refused);
    expect(keeper.load(usual).settings).toEqual(usual);
    expect(keeper.write(usual, NO_DOCUMENT)).toBe(false);
    // Another tab's page would not have them.
    expect(new SettingsKeeper(refused, storageOf()).write(usual, NO_DOCUMENT)).toBe(false);
  });

  it('name the kernel that has their text, where that is long', () => {
    const entries = new Map<string, string>();
    const keeper = new SettingsKeeper(storageOf(entries), storageOf());
    keeper.write({ ...usual, kernelText: 'x'.repeat(LONG_TEXT + 1) }, document);
    expect(entries.get(KEY)?.length).toBeLessThan(2000);
    expect(open(storageOf(entries))).toEqual({
      settings: { ...usual, kernelText: '' },
      document,
      isTextElsewhere: true,
    });
  });
});

describe('the first visit', () => {
  it('is one whatever the page has shown by then, and only once', () => {
    const storage = storageOf();
    open(storage);
    expect([isFirstVisit(storage), isFirstVisit(storage)]).toEqual([true, false]);
  });

  it('is not that of somebody whose settings are known', () => {
    expect(isFirstVisit(storageOf(holding(FIRST)))).toBe(false);
  });
});
