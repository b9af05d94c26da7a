import { beforeEach, describe, expect, it } from 'vitest';
import { exampleText } from '../../testing/engine.ts';
import { memory, storageOf, tabsTogether, world } from '../../testing/session.ts';
import { createSessionWith, type Session } from '../core.ts';
import type { SessionEnvironment } from '../environment.ts';
import { isFileModified } from './files.ts';

const MINE = `${exampleText('abstract') ?? ''}// mine\n`;

/** A browser: what all its tabs share. */
let shared: Partial<SessionEnvironment>;
let kernels: Map<string, unknown>;
let storage: Map<string, string>;

beforeEach(() => {
  kernels = new Map();
  storage = new Map([['overtime.visited', 'yes']]);
  shared = { storage: storageOf(storage), kernels: memory(kernels) };
});

/** A browser tab's page; with the tab's own storage a reload. */
async function page(
  tab = storageOf(),
  surroundings: Partial<SessionEnvironment> = {},
): Promise<Session> {
  const session = createSessionWith(world({ ...shared, tabStorage: tab, ...surroundings }));
  await expect.poll(() => session.store.getState().derived.kernelName).toBeDefined();
  return session;
}

const textOf = ({ store }: Session): string => store.getState().settings.kernelText;
const names = ({ store }: Session): string[] => store.getState().kernels.map(({ name }) => name);
const kept = async (session: Session): Promise<string[]> => {
  session.flush();
  await new Promise((resolve) => setTimeout(resolve, 0));
  return names(session);
};

describe('a text that is worked on', () => {
  it('becomes an own kernel before an example takes its place, and comes back with one click', async () => {
    const { store, commands, ...rest } = await page();
    commands.setKernelText(MINE);
    commands.setConstant('GMT', '8');
    commands.openExample('sum');
    expect(textOf({ store, commands, ...rest })).toBe(exampleText('sum'));
    // The editor reports the text that it was given.
    commands.setKernelText(exampleText('sum') ?? '');
    const said = { words: 'Abstract kernel, edited', isKept: true };
    expect(store.getState().undo).toEqual({ undo: 'open Sum', said });
    await expect.poll(() => store.getState().kernels).toHaveLength(1);
    const [mine] = store.getState().kernels;
    expect(mine).toMatchObject({ name: 'Abstract kernel, edited', named: false });
    commands.openKernel(mine?.id ?? '');
    const { settings, document } = store.getState();
    expect(settings).toMatchObject({ kernelText: MINE, example: 'abstract' });
    expect(settings.constants.GMT).toBe('8');
    expect(document.id).toBe(mine?.id);
  });

  it('is written now and then while it is typed, and whole when the page goes', async () => {
    let writes = 0;
    const counted = {
      ...storageOf(storage),
      setItem: (name: string, text: string) => {
        writes += name === 'overtime.settings.1' ? 1 : 0;
        storage.set(name, text);
      },
    };
    const session = await page(storageOf(), { storage: counted });
    for (let letters = 1; letters <= 30; letters += 1)
      session.commands.setKernelText(`${MINE}// ${'x'.repeat(letters)}`);
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThan(20);
    session.flush();
    expect(textOf(await page())).toBe(`${MINE}// ${'x'.repeat(30)}`);
  });

  it('is no kernel of its own while it is an example, nor when it is one again', async () => {
    const session = await page();
    session.commands.setConstant('GMT', '8');
    expect(await kept(session)).toEqual([]);
    session.commands.setKernelText(MINE);
    expect(await kept(session)).toEqual(['Abstract kernel, edited']);
    session.commands.setKernelText(exampleText('abstract') ?? '');
    expect(await kept(session)).toEqual([]);
    expect(session.store.getState().document.id).toBeUndefined();
  });

  it('stays one kernel while it is written, by the name of its kernel', async () => {
    const session = await page();
    session.commands.newKernel();
    expect(await kept(session)).toEqual([]);
    const text = textOf(session);
    session.commands.setKernelText(text.replace('my_kernel', 'saxpy'));
    expect(await kept(session)).toEqual(['saxpy']);
    session.commands.setKernelText(text.replace('my_kernel', 'daxpy'));
    expect(await kept(session)).toEqual(['daxpy']);
    session.commands.setKernelText('');
    expect(await kept(session)).toEqual(['daxpy']);
    session.commands.openExample('sum');
    const [only] = session.store.getState().kernels;
    expect(only?.settings.kernelText).toContain('daxpy');
  });

  it('is renamed, copied and deleted, which can be undone', async () => {
    const session = await page();
    const { commands, store } = session;
    commands.setKernelText(MINE);
    await kept(session);
    const id = store.getState().kernels[0]?.id ?? '';
    commands.renameKernel(id, ` ${'n'.repeat(300)} `);
    await expect.poll(() => names(session)).toEqual([`${'n'.repeat(199)}…`]);
    commands.renameKernel(id, 'lecture');
    commands.setKernelText(`${MINE}// more\n`);
    expect(await kept(session)).toEqual(['lecture']);
    commands.duplicateKernel(id);
    await expect.poll(() => names(session)).toEqual(['lecture, copy', 'lecture']);
    commands.deleteKernel(id);
    await expect.poll(() => names(session)).toEqual(['lecture, copy']);
    // The open text stays, and becomes a kernel again when edited.
    expect(textOf(session)).toBe(`${MINE}// more\n`);
    expect(await kept(session)).toEqual(['lecture, copy']);
    expect(store.getState().undo.undo).toBe('delete lecture');
    commands.undo();
    await expect.poll(() => names(session)).toEqual(['lecture, copy', 'lecture']);
    expect(store.getState().document.id).toBe(id);
    commands.redo();
    await expect.poll(() => names(session)).toEqual(['lecture, copy']);
    commands.setConstant('GMT', '9');
    commands.undo();
    // Redone, it is undone after what came later.
    commands.undo();
    await expect.poll(() => names(session)).toEqual(['lecture, copy', 'lecture']);
  });
});

describe('two tabs', () => {
  it('have each its own text, which stays when the other changes a setting', async () => {
    const first = storageOf();
    const one = await page(first);
    one.commands.setKernelText(MINE);
    const other = await page();
    other.commands.openExample('sum');
    other.commands.setConstant('GMT', '9');
    expect((await page()).store.getState().settings.constants.GMT).toBe('9');
    expect(textOf(await page(first))).toBe(MINE);
  });

  it('never write over each other: who is second goes on with a kernel of its own', async () => {
    const entries = new Map<string, string>();
    const one = await page(storageOf(entries));
    one.commands.setKernelText(MINE);
    await kept(one);
    // A duplicated tab copies the tab's storage.
    const other = await page(storageOf(new Map(entries)));
    expect(textOf(other)).toBe(MINE);
    one.commands.setKernelText(`${MINE}// one\n`);
    await kept(one);
    other.commands.setKernelText(`${MINE}// other\n`);
    await kept(other);
    await expect
      .poll(() => names(other))
      .toEqual(['Abstract kernel, edited (2)', 'Abstract kernel, edited']);
    one.commands.setKernelText(`${MINE}// one again\n`);
    other.commands.setKernelText(`${MINE}// other again\n`);
    await kept(one);
    await kept(other);
    const texts = (await page()).store.getState;
    await expect
      .poll(() => texts().kernels.map(({ settings }) => settings.kernelText.slice(MINE.length)))
      .toEqual(expect.arrayContaining(['// other again\n', '// one again\n']));
    expect(texts().kernels).toHaveLength(2);
  });

  it('show the same list', async () => {
    const [left, right] = tabsTogether();
    const one = await page(storageOf(), { tabs: left });
    const other = await page(storageOf(), { tabs: right });
    one.commands.setKernelText(MINE);
    await kept(one);
    await expect.poll(() => names(other)).toEqual(['Abstract kernel, edited']);
  });

  it('leave their text behind when they are closed, even in the midst of it', async () => {
    const silent = { ...memory(), update: () => new Promise<never>(() => undefined) };
    const one = await page(storageOf(), { kernels: silent });
    one.commands.setKernelText(MINE);
    one.flush();
    const later = await page();
    await expect.poll(() => names(later)).toEqual(['Abstract kernel, edited']);
    expect(await kept(await page())).toEqual(['Abstract kernel, edited']);
  });
});

describe('a text that the browser does not keep', () => {
  it('is said to be unsaved until it is saved', async () => {
    let isFull = true;
    const values = memory();
    const full: typeof values = {
      ...values,
      update: async (key, change) => {
        if (isFull) throw new DOMException('', 'QuotaExceededError');
        return values.update(key, change);
      },
    };
    const session = await page(storageOf(), { kernels: full });
    session.commands.setKernelText(MINE);
    session.flush();
    await expect.poll(() => session.store.getState().unsaved.kernel).toBe(true);
    session.commands.openExample('sum');
    isFull = false;
    session.commands.setKernelText(`${exampleText('sum') ?? ''}// mine too\n`);
    session.flush();
    await expect.poll(() => names(session)).toContain('Sum, edited');
    // The first is still only in the page.
    expect(session.store.getState().unsaved.kernel).toBe(true);
    session.commands.undo();
    expect(textOf(session)).toBe(MINE);
    session.commands.setKernelText(`${MINE}// more`);
    session.flush();
    await expect.poll(() => session.store.getState().unsaved.kernel).toBe(false);
    expect(names(session)).toEqual(['Abstract kernel, edited', 'Sum, edited']);
  });

  it('is at risk where nothing is kept', async () => {
    const refused = (): never => {
      throw new Error('refused');
    };
    const nothing = { getItem: refused, setItem: refused };
    const never = { ...memory(), entries: refused, update: async () => refused() };
    const session = await page(nothing, { storage: nothing, kernels: never });
    expect(session.isAtRisk()).toBe(false);
    session.commands.setKernelText(MINE);
    session.flush();
    await expect
      .poll(() => session.store.getState().unsaved)
      .toEqual({ settings: true, kernel: true });
    expect(session.isAtRisk()).toBe(true);
  });

  it('is kept however long it is', async () => {
    const tab = storageOf();
    const long = `${MINE}// ${'long '.repeat(300_000)}`;
    const session = await page(tab);
    session.commands.setKernelText(long);
    await kept(session);
    expect([...storage.values()].join('').length).toBeLessThan(10_000);
    // Long texts are read beside the page.
    for (const tabStorage of [tab, storageOf()]) {
      const later = createSessionWith(world({ ...shared, tabStorage }));
      await expect.poll(() => textOf(later) === long).toBe(true);
    }
  });

  it('cannot be read by this page, and stays where it is', async () => {
    kernels.set('x', { version: 99, id: 'x' });
    const session = await page();
    session.commands.setKernelText(MINE);
    expect(await kept(session)).toEqual(['Abstract kernel, edited']);
    expect(kernels.get('x')).toEqual({ version: 99, id: 'x' });
  });
});

describe('undo', () => {
  it('goes back over settings and texts, and forth again', async () => {
    const { store, commands } = await page();
    const { settings: first } = store.getState();
    commands.setConstant('GMT', '');
    commands.setConstant('GMT', '1');
    commands.setConstant('GMT', '16');
    expect(store.getState().undo).toEqual({ undo: 'GMT 4 → 16' });
    commands.sealUndo();
    commands.setConstant('GMT', '32');
    commands.setSemantics('opencl');
    commands.applyPreset('fermi');
    commands.setKernelText(MINE);
    commands.openExample('sum');
    commands.setMachineValue('lanes', '64');
    const words: (string | undefined)[] = [];
    for (; store.getState().undo.undo !== undefined; commands.undo())
      words.push(store.getState().undo.undo);
    expect(words).toEqual([
      'lanes 32 → 64',
      'open Sum',
      'constants of the platform',
      'semantics As published → OpenCL',
      'GMT 16 → 32',
      'GMT 4 → 16',
    ]);
    expect(store.getState().settings).toEqual({ ...first, kernelText: MINE });
    for (; store.getState().undo.redo !== undefined; commands.redo());
    expect(store.getState().settings).toMatchObject({
      kernelText: exampleText('sum'),
      machine: { changed: { lanes: '64' } },
    });
    commands.undo();
    commands.setMethod('sweep');
    expect(store.getState().undo.redo).toBeUndefined();
  });

  it('of the editor takes the settings with it, where it goes back over an exchange of the text', async () => {
    const session = await page();
    const { store, commands } = session;
    commands.setKernelText(MINE);
    const { settings: mine } = store.getState();
    commands.openExample('fermi');
    const { settings: fermi } = store.getState();
    // The editor reports it so.
    commands.setKernelText(MINE);
    expect(store.getState().settings).toEqual(mine);
    expect(store.getState().undo.redo).toBe('open Fermi');
    commands.setKernelText(fermi.kernelText);
    expect(store.getState().settings).toEqual(fermi);
    expect(await kept(session)).toEqual(['Abstract kernel, edited']);
  });

  it('has no step for a field that is again as it was, and is bounded', async () => {
    const { store, commands } = await page();
    commands.setConstant('GMT', '5');
    commands.setConstant('GMT', '4');
    expect(store.getState().undo).toEqual({});
    for (let at = 0; at < 300; at += 1) commands.setLevel(at % 2 === 0 ? 'baton' : 'auto');
    let steps = 0;
    for (; store.getState().undo.undo !== undefined; commands.undo()) steps += 1;
    expect(steps).toBe(100);
  });
});

describe('a file', () => {
  it("ends as its language's do, until it has a name of its own", async () => {
    const { commands } = await page();
    expect(commands.fileToSave('kernel').name).toMatch(/\.cl$/);
    commands.setKernelText('__global__ void turn(int *a) { a[threadIdx.x] = 1; }');
    expect(commands.fileToSave('kernel').name).toMatch(/\.cu$/);
    commands.openFile('turn.hip', { kind: 'kernel', text: 'a\n', crlf: false });
    expect(commands.fileToSave('kernel').name).toBe('turn.hip');
    expect(commands.fileToSave('project').name).toBe('turn.overtime.json');
  });

  it('is an own kernel of its name, modified until it is saved', async () => {
    const session = await page();
    const { store, commands } = session;
    commands.openFile('saxpy.cl', { kind: 'kernel', text: 'a\nb\n', crlf: true });
    await expect.poll(() => names(session)).toEqual(['saxpy.cl']);
    expect(isFileModified(store.getState())).toBe(false);
    commands.setKernelText('a\nb\nc\n');
    expect(isFileModified(store.getState())).toBe(true);
    expect(commands.fileToSave('kernel')).toEqual({ name: 'saxpy.cl', text: 'a\r\nb\r\nc\r\n' });
    commands.savedToFile('saxpy.cl', 'kernel');
    expect(isFileModified(store.getState())).toBe(false);
    expect(await kept(session)).toEqual(['saxpy.cl']);
    expect(commands.fileToSave('project').name).toBe('saxpy.overtime.json');
    // A project's saved name outweighs its place.
    const settings = { ...store.getState().settings, kernelText: 'a project\n' };
    const project = { kind: 'project', text: settings.kernelText, crlf: false, settings } as const;
    commands.openFile('dl_mysum.overtime.json', { ...project, title: 'mysum' });
    await expect.poll(() => names(session)).toEqual(['mysum', 'saxpy.cl']);
    expect(commands.fileToSave('project').text).toContain('"name": "mysum"');
  });
});
