import { expect } from '@playwright/test';
import type { Driver } from './driver.ts';

/** Keys as WebDriver names them. */
const KEYS = { Control: '\uE009', Enter: '\uE007', End: '\uE010', Home: '\uE011' } as const;

/** Where the named control can be pressed, once it is in view with nothing above it. Runs in the page. */
function placeOf(pattern: string): { readonly x: number; readonly y: number } | null {
  const all = 'button, a, input, [role=tab], [role=option], [role=menuitem], [role=link]';
  for (const node of document.querySelectorAll<HTMLElement>(all)) {
    const label = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent : undefined;
    const named = (node.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const words =
      named.join(' ').trim() ||
      (node.getAttribute('aria-label') ?? label ?? node.textContent ?? '');
    if (!new RegExp(pattern).test(words.trim()) || node.matches(':disabled, [aria-disabled=true]'))
      continue;
    node.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const seen = width > 0 ? document.elementFromPoint(x, y) : null;
    if (seen && (node.contains(seen) || seen.contains(node))) return { x, y };
  }
  return null;
}

const textAt = (selector: string): string =>
  [...document.querySelectorAll(selector)].map((node) => node.textContent).join('\n');

/** Somebody who looks, presses and types. */
export class Visitor {
  readonly driver: Driver;

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** Runs a function of the page. */
  private async ask<T>(run: (argument: string) => T, argument: string): Promise<T> {
    const given = JSON.stringify(argument);
    const found: T = JSON.parse(await this.driver.evaluate(`(${String(run)})(${given})`));
    return found;
  }

  text(selector: string): Promise<string> {
    return this.ask(textAt, selector);
  }

  /** Waits until what is seen there has these words. */
  async sees(selector: string, words: string | RegExp): Promise<void> {
    const pattern =
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
    await expect.poll(() => this.text(selector), { message: selector }).toEqual(pattern);
  }

  /** Presses the control of this name, as soon as it can be pressed. */
  async press(name: string | RegExp): Promise<void> {
    const pattern = typeof name === 'string' ? `^${name}$` : name.source;
    const place = async () => this.ask(placeOf, pattern);
    await expect.poll(place, { message: `${String(name)} to press` }).not.toBeNull();
    const found = await place();
    if (!found) throw new Error(`${String(name)} went away`);
    const id = 'mouse';
    const down = { type: 'pointerDown', button: 0 };
    const up = { type: 'pointerUp', button: 0 };
    const actions = [{ type: 'pointerMove', duration: 0, ...found }, down, up];
    await this.driver.perform([{ type: 'pointer', id, actions }]);
  }

  /** Keys one after the other; the first held down, where it is Control. */
  async keys(...keys: readonly (keyof typeof KEYS | (string & {}))[]): Promise<void> {
    const values = keys.map(
      (key) => Object.entries(KEYS).find(([name]) => name === key)?.[1] ?? key,
    );
    const down = values.map((value) => ({ type: 'keyDown', value }));
    const up = values.map((value) => ({ type: 'keyUp', value })).toReversed();
    const isHeld = keys[0] === 'Control';
    const tapped = values.flatMap((_, at) =>
      [down[at], up[values.length - 1 - at]].flatMap((each) => each ?? []),
    );
    await this.driver.perform([
      { type: 'key', id: 'keyboard', actions: isHeld ? [...down, ...up] : tapped },
    ]);
  }

  /** Replaces what is in a field that has the focus. */
  async write(text: string): Promise<void> {
    await this.keys('Control', 'a');
    await this.keys(...text);
  }
}
