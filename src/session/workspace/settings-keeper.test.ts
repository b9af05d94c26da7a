import fc from 'fast-check';
import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { exampleText } from '../../testing/engine.ts';
import { storageOf } from '../../testing/session.ts';
import { firstSettings, type Settings } from './settings.ts';
import type { TextStorage } from './page-storage.ts';
import { isFirstVisit, withStoredSettings } from './stored-settings.ts';

const KEY = 'overtime.settings.1';

/** Settings as pages kept them before what is kept had a version. */
const FIRST = readFileSync(new URL('./fixtures/settings-1.json', import.meta.url), 'utf8');

/** The same as they are read now: a constant that there was not has its usual value. */
const READ = v.parse(
  v.looseObject({ constants: v.record(v.string(), v.string()) }),
  JSON.parse(FIRST),
);
const asRead = { ...READ, constants: { ...READ.constants, NS: '2', WR: '2', AT: '0' } };

const usual = firstSettings(exampleText);

interface State {
  readonly settings: Settings;
  readonly other: number;
}

const open = (storage: TextStorage) =>
  createStore<State>()(withStoredSettings(storage, () => ({ settings: usual, other: 0 })));

const openText = (text: string): Settings =>
  open(storageOf(new Map([[KEY, text]]))).getState().settings;

describe('settings that are kept', () => {
  it('of the first kind are read as they are', () => {
    expect(READ.constants).not.toHaveProperty('AT');
    expect(openText(FIRST)).toEqual(asRead);
  });

  it('are kept with their version, and read again', () => {
    const entries = new Map([[KEY, FIRST]]);
    const { getState, setState } = open(storageOf(entries));
    setState(({ settings }) => ({ settings: { ...settings, method: 'swarm' } }));
    const kept: unknown = JSON.parse(entries.get(KEY) ?? '');
    expect(kept).toEqual({ state: getState().settings, version: 1 });
    expect(open(storageOf(entries)).getState().settings).toEqual({
      ...asRead,
      method: 'swarm',
    });
  });

  it('are not written again by what else changes', () => {
    const written: string[] = [];
    const { setState } = open({ getItem: () => FIRST, setItem: (key) => written.push(key) });
    setState({ other: 1 });
    expect(written).toEqual([]);
    setState({ settings: usual });
    setState({ other: 2 });
    expect(written).toEqual([KEY]);
  });

  it('are not those of a page that knows more, nor what is none', () => {
    expect(openText(JSON.stringify({ state: JSON.parse(FIRST), version: 2 }))).toEqual(usual);
    expect(openText(FIRST.replace('"accelerated"', '"perfect"'))).toEqual(usual);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(openText(text)).toEqual(usual);
      }),
    );
  });

  it('from before there was a constant have its usual value', () => {
    expect(openText(FIRST.replace('"DT":"1",', '')).constants.DT).toBe(usual.constants.DT);
  });

  it('disturb nobody where storage is full or refused', () => {
    const refused = (): never => {
      throw new Error('refused');
    };
    const { getState, setState } = open({ getItem: refused, setItem: refused });
    expect(getState().settings).toEqual(usual);
    setState(({ settings }) => ({ settings: { ...settings, method: 'sweep' } }));
    expect(getState().settings.method).toBe('sweep');
  });
});

describe('the first visit', () => {
  it('is one whatever the page has shown by then, and only once', () => {
    const storage = storageOf();
    open(storage).setState({ other: 1 });
    expect([isFirstVisit(storage), isFirstVisit(storage)]).toEqual([true, false]);
  });

  it('is not that of somebody whose settings are known', () => {
    expect(isFirstVisit(storageOf(new Map([[KEY, FIRST]])))).toBe(false);
  });
});
