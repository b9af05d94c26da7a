import * as v from 'valibot';
import { jsonIn } from '../../base/json-text.ts';
import { BROWSER_STORAGE, quietly, TAB_STORAGE, type TextStorage } from './page-storage.ts';

/** Where the settings are kept. */
export const SETTINGS_KEY = 'overtime.settings.1';
/** Where it is kept that somebody has been here. */
export const VISITED_KEY = 'overtime.visited';

const kept = v.object({ state: v.object({ kernelText: v.string() }) });

/** Shown before the session is there. */
export interface FirstLook {
  /** Undefined where another text will be shown, or nothing is known. */
  readonly kernelText: string | undefined;
  readonly isFirstVisit: boolean;
}

/** Characters of a kernel; a window shows no more. */
const MOST_SHOWN = 20_000;

/** Quickly reads the page's first sight; finds no faults, writes nothing.
 * @param first a newcomer's text. */
export function firstLook(
  first: string,
  tab: TextStorage = TAB_STORAGE,
  shared: TextStorage = BROWSER_STORAGE,
): FirstLook {
  const texts = [tab, shared].map((storage) => quietly(() => storage.getItem(SETTINGS_KEY)));
  const text = texts.find((each) => typeof each === 'string');
  const visited = quietly(() => shared.getItem(VISITED_KEY)) ?? undefined;
  const isFirstVisit = visited === undefined && text === undefined;
  if (typeof text !== 'string') return { kernelText: first, isFirstVisit };
  const found = v.safeParse(kept, jsonIn(text));
  const kernelText = found.success ? found.output.state.kernelText : undefined;
  return { kernelText: kernelText?.slice(0, MOST_SHOWN), isFirstVisit };
}
