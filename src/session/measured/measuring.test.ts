import { describe, expect, it } from 'vitest';
import { directLearner, memoryHistory, world } from '../../testing/session.ts';
import { createSessionWith, type Session } from '../core.ts';
import type { KeyValues } from '../kept/history-storage.ts';

const fileOf = (name: string, text: string): File => new File([text], name);
const TABLE = 'block_size,tile,time_us\n4,2,100\n8,4,failed\n';

/** A page whose browser keeps measurements in a map. */
async function visit(kept: KeyValues): Promise<Session> {
  const session = createSessionWith(world({ measured: { learn: directLearner, kept } }));
  await expect.poll(() => session.store.getState().derived.kernelName).toBe('abstract_kernel');
  return session;
}

const measuredOf = ({ store }: Session) => store.getState().measured;
const columnOf = (session: Session, parameter: string): string | undefined =>
  measuredOf(session).matches.find((match) => match.parameter === parameter)?.column;

describe('measurements in a session', () => {
  it('are read, matched with the kernel, and there again at the next visit', async () => {
    const kept = memoryHistory().contents;
    const session = await visit(kept);
    expect(await session.commands.importMeasured(fileOf('mine.csv', TABLE))).toBe(true);
    expect(measuredOf(session)).toMatchObject({ phase: 'ended', name: 'mine.csv' });
    expect(columnOf(session, 'WG')).toBe('block_size');
    session.commands.chooseColumn('WG', 'tile');
    // A column has the values of one parameter.
    expect([columnOf(session, 'WG'), columnOf(session, 'TS')]).toEqual(['tile', undefined]);
    await expect.poll(async () => JSON.stringify(await kept.get('measured'))).toContain('"tile"]');

    const next = await visit(kept);
    await expect.poll(() => measuredOf(next).phase).toBe('ended');
    expect(measuredOf(next).data?.times).toEqual(Float64Array.of(0.1, Number.NaN));
    expect(columnOf(next, 'WG')).toBe('tile');
    next.commands.chooseColumn('WG', undefined);
    expect(columnOf(next, 'WG')).toBe('block_size');
    next.commands.removeMeasured();
    expect(measuredOf(next).phase).toBe('none');
    await expect.poll(() => kept.get('measured')).toBeUndefined();
  });

  it('stay as they were where another file cannot be read', async () => {
    const session = await visit(memoryHistory().contents);
    await session.commands.importMeasured(fileOf('mine.csv', TABLE));
    expect(await session.commands.importMeasured(fileOf('bad.json', '{}'))).toBe(false);
    const { phase, name, message } = measuredOf(session);
    expect({ phase, name }).toEqual({ phase: 'ended', name: 'mine.csv' });
    expect(message).toMatch(/^bad.json: It is JSON, but not of measurements/);
  });

  it('follow the kernel', async () => {
    const session = await visit(memoryHistory().contents);
    await session.commands.importMeasured(fileOf('mine.csv', 'TM,TN,time\n2,2,1\n'));
    expect(columnOf(session, 'WG')).toBeUndefined();
    session.commands.openExample('matmul');
    expect(measuredOf(session).matches.map(({ parameter }) => parameter)).toEqual([
      'TM',
      'TN',
      'TK',
    ]);
    expect(columnOf(session, 'TM')).toBe('TM');
  });

  it('say so where they cannot be kept', async () => {
    const full: KeyValues = {
      ...memoryHistory().contents,
      set: () => Promise.reject(new Error('full')),
    };
    const session = await visit(full);
    expect(await session.commands.importMeasured(fileOf('mine.csv', TABLE))).toBe(true);
    await expect.poll(() => measuredOf(session).unkept).toContain('no room');
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'measured'],
    ['a later version', { version: 99, name: 'x', data: {}, chosen: [] }],
    [
      'columns that do not fit',
      { version: 1, name: 'x', data: { columns: [], times: [1] }, chosen: [] },
    ],
  ])('are none where the browser has kept %s', async (_, value) => {
    const kept = memoryHistory().contents;
    await kept.set('measured', value);
    const session = await visit(kept);
    await Promise.resolve();
    expect(measuredOf(session).phase).toBe('none');
  });
});
