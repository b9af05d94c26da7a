import fc from 'fast-check';
import { expect, it } from 'vitest';
import { initialState } from '../initial-state.ts';
import { NO_DOCUMENT } from '../workspace/open-document.ts';
import { isFirstVisit, SettingsKeeper } from '../workspace/settings-keeper.ts';
import { firstLook, SETTINGS_KEY } from './first-look.ts';
import { firstSettings } from './settings.ts';
import { RUNS } from '../../testing/amounts.ts';

const FIRST = '// the first example';

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  };
}

const usual = initialState(firstSettings(() => FIRST)).settings;

it('shows the first example to somebody who has never been here', () => {
  const [tab, shared] = [storage(), storage()];
  expect(firstLook(FIRST, tab, shared)).toEqual({ kernelText: FIRST, isFirstVisit: true });
  expect(isFirstVisit(shared)).toBe(true);
  expect(firstLook(FIRST, tab, shared)).toEqual({ kernelText: FIRST, isFirstVisit: false });
});

it('shows the text that the session begins with, whatever was written', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (kernelText) => {
      const [tab, shared] = [storage(), storage()];
      new SettingsKeeper(shared, tab).write({ ...usual, kernelText }, NO_DOCUMENT);
      // Another tab begins with it too.
      for (const own of [tab, storage()]) {
        const begun = new SettingsKeeper(shared, own).load(usual).settings.kernelText;
        expect(firstLook(FIRST, own, shared).kernelText).toBe(begun);
      }
    }),
    { numRuns: 30 * RUNS },
  );
});

it('shows nothing of what it cannot read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const shared = storage();
      shared.setItem(SETTINGS_KEY, text);
      const { kernelText, isFirstVisit: isFirst } = firstLook(FIRST, storage(), shared);
      expect(kernelText === undefined || text.includes('kernelText')).toBe(true);
      expect(isFirst).toBe(false);
    }),
    { numRuns: 50 * RUNS },
  );
  const refusing = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => undefined,
  };
  expect(firstLook(FIRST, refusing, refusing)).toEqual({ kernelText: FIRST, isFirstVisit: true });
});
