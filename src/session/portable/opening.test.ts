import { describe, expect, it } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { memory, storageOf, world } from '../../testing/session.ts';
import { createSessionWith, type Session } from '../core.ts';
import type { SessionEnvironment } from '../environment.ts';
import { firstSettings, type Settings } from '../kept/settings.ts';
import { fragmentOf } from './link.ts';
import { portableOf } from './portable.ts';

const usual = firstSettings(exampleText, 'abstract');
const FOREIGN = `${exampleText('sum')}// theirs\n`;
const MINE = `${usual.kernelText}// mine\n`;

const linkTo = (settings: Partial<Settings>): string =>
  fragmentOf(
    portableOf({ ...usual, ...settings }, { answered: true, event: 7 }, (id) => exampleText(id)),
  ) ?? '';

/** Pauses end at once, so automatic work runs; records the requests. */
function page(given: Partial<SessionEnvironment> = {}) {
  const asked: string[] = [];
  const tool = (name: string) => () => {
    asked.push(name);
    throw new Error('nothing is to be run');
  };
  const session = createSessionWith(
    world({
      pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
      toolchain: tool('toolchain'),
      valuesRunner: tool('values'),
      hasCompiler: () => true,
      ...given,
    }),
  );
  return { session, asked };
}

async function read({ store }: Session, text: string): Promise<void> {
  await expect.poll(() => store.getState().settings.kernelText).toBe(text);
  await expect.poll(() => store.getState().derived.kernelName).toBeDefined();
}
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('what came with a link', () => {
  it('does not run before a button is pressed, whatever is set here and after a reload', async () => {
    const tabStorage = storageOf();
    const storage = storageOf();
    const surroundings = { storage, tabStorage };
    const first = page({ ...surroundings, fragment: linkTo({ kernelText: FOREIGN }) });
    await read(first.session, FOREIGN);
    first.session.commands.setLive(true);
    first.session.commands.setConstant('GMT', '9');
    await aWhile();
    expect(first.asked).toEqual([]);
    expect(first.session.store.getState().document.brought).toBe('link');
    expect(first.session.store.getState().arrival?.view.event).toBe(7);
    first.session.flush();
    const again = page(surroundings);
    await read(again.session, FOREIGN);
    await aWhile();
    expect(again.asked).toEqual([]);
    again.session.commands.tune();
    await expect.poll(() => again.asked).toContain('toolchain');
    expect(again.session.store.getState().document.brought).toBeUndefined();
  });

  it('runs where it is an example, unless the page stands in another', async () => {
    const open = page({ fragment: linkTo({ method: 'sweep' }) });
    await expect.poll(() => open.asked).toContain('toolchain');
    const embedded = page({ fragment: linkTo({ method: 'sweep' }), isEmbedded: true });
    await read(embedded.session, usual.kernelText);
    await aWhile();
    expect(embedded.asked).toEqual([]);
    expect(embedded.session.store.getState().settings.method).toBe('sweep');
    // Nor without a link, or with a damaged one.
    for (const fragment of [{}, { fragment: '#o=1.abc' }]) {
      const without = page({ ...fragment, isEmbedded: true });
      await read(without.session, usual.kernelText);
      await aWhile();
      expect(without.asked).toEqual([]);
    }
  });

  it('takes the place of the text of the user, who has it back with one step', async () => {
    const kernels = memory();
    const { session } = page({ kernels });
    await read(session, usual.kernelText);
    const { commands, store } = session;
    commands.setKernelText(MINE);
    commands.setLimits({ memoryMB: 64, seconds: 5 });
    await commands.openLink(linkTo({ kernelText: FOREIGN, limits: { seconds: 9 } }));
    expect(store.getState().settings).toMatchObject({
      kernelText: FOREIGN,
      // Memory is the reader's.
      limits: { memoryMB: 64, seconds: 9 },
    });
    await expect.poll(() => store.getState().kernels).toHaveLength(1);
    expect(store.getState().kernels[0]?.settings.kernelText).toBe(MINE);
    commands.undo();
    expect(store.getState().settings).toMatchObject({ kernelText: MINE, limits: { seconds: 5 } });
    expect(store.getState().document.brought).toBeUndefined();
    commands.redo();
    expect(store.getState().document.brought).toBe('link');
    // One's own text comes back as one's own.
    await commands.openLink(linkTo({ kernelText: MINE }));
    expect(store.getState().document.brought).toBeUndefined();
  });

  it('is refused in words, and nothing is lost', async () => {
    const { session } = page({ fragment: '#o=1.abc' });
    await expect.poll(() => session.store.getState().notice?.words).toMatch(/^The link was not/);
    expect(session.store.getState().settings).toEqual(usual);
  });
});
