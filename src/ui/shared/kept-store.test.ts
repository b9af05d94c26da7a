import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptStore } from './kept-store.ts';

const word = v.picklist(['light', 'dark']);
const schema = v.union([
  v.object({ choice: word }),
  v.pipe(
    word,
    v.transform((choice) => ({ choice })),
  ),
]);
const openStore = () =>
  keptStore<{ choice: 'light' | 'dark' }>('theme', schema, { choice: 'light' });

describe('keptStore', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('finds what it kept, at once', () => {
    expect(openStore().getState()).toEqual({ choice: 'light' });
    openStore().setState({ choice: 'dark' });
    expect(openStore().getState()).toEqual({ choice: 'dark' });
  });

  it.each(['dark', '"dark"', '{"choice":"dark"}', '{"state":{"choice":"dark"},"version":0}'])(
    'reads %s',
    (text) => {
      kept.set('theme', text);
      expect(openStore().getState()).toEqual({ choice: 'dark' });
    },
  );

  it.each(['', 'blue', '{', 'null', '7', '[]', '{"state":{"choice":"blue"}}', '{"state":null}'])(
    'does without %j',
    (text) => {
      kept.set('theme', text);
      expect(openStore().getState()).toEqual({ choice: 'light' });
    },
  );

  it('works, and forgets, where storage is refused', () => {
    const refuse = (): never => {
      throw new Error('refused');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    const store = openStore();
    store.setState({ choice: 'dark' });
    expect(store.getState()).toEqual({ choice: 'dark' });
    expect(openStore().getState()).toEqual({ choice: 'light' });
  });
});
