import { describe, expect, it } from 'vitest';
import { Cancelled } from '../base/failure.ts';
import {
  type Finding,
  type NotChecked,
  UNWRITTEN_MEMORY,
  type ValueProgram,
  type Verdict,
} from '../values/index.ts';
import { lengthened } from '../values/finding.ts';
import { inFewWords } from './verdicts-together.ts';
import { verifyPrograms } from './verify.ts';
import type { ValueSearchReport } from './value-reports.ts';

const span = (start: number) => ({ start, end: start + 1 });
const program = (WG: number): ValueProgram => ({
  kernel: 'k',
  language: 'opencl',
  lanes: 32,
  span: span(0),
  configuration: { WG },
  local: [WG, 1, 1],
  global: [8, 1, 1],
  dimensions: 1,
  objects: [],
  registers: [],
  code: [],
  ensures: [],
  twins: [],
});
const race = (WG: number, first = 3, second = 9): Finding => ({
  kind: 'race-local',
  span: span(first),
  message: `in groups of ${WG}`,
  related: [{ span: span(second), message: 'and here' }],
  configuration: { WG },
});
const nothing: Verdict = { findings: [], remarks: [], checked: ['races'], notChecked: [] };
const report = (over: Partial<ValueSearchReport>): ValueSearchReport => ({
  verdicts: [nothing],
  exhaustive: true,
  states: 7,
  transitions: 8,
  seconds: 0,
  inputs: 1,
  ...over,
});
const untried: NotChecked = {
  what: 'inputs',
  why: '10 of 100 were tried',
  weakens: true,
  searchDecides: true,
};
const { signal } = new AbortController();

describe('the verdict over configurations', () => {
  it('is right where nothing is wrong and nothing is left open', async () => {
    const options = { run: () => nothing, search: async () => report({}), signal };
    const { status, states, checked } = await verifyPrograms([program(2)], [], options);
    expect({ status, states, checked }).toEqual({ status: 'right', states: 7, checked: ['races'] });
  });

  it('tells a race once, for the first configuration, whichever access is named first', async () => {
    const run = ({ configuration: { WG = 0 } }: ValueProgram): Verdict => ({
      ...nothing,
      findings: WG === 2 ? [] : WG === 4 ? [race(4)] : [race(8, 9, 3), race(8, 20, 21)],
    });
    const programs = [2, 4, 8].map(program);
    const found = await verifyPrograms(programs, [], { run, signal });
    expect(found.status).toBe('wrong');
    expect(found.findings.map(({ message }) => message)).toEqual([
      'in groups of 4',
      'in groups of 8',
    ]);
    expect(found.configurations.map(({ status }) => status)).toEqual(['right', 'wrong', 'wrong']);
  });

  it('is not checked while something is open, which an exhaustive search settles', async () => {
    const run = (): Verdict => ({ ...nothing, notChecked: [untried] });
    const one = [program(2)];
    const statusWith = async (search?: ValueSearchReport): Promise<string> => {
      const found = search && (async () => search);
      return (await verifyPrograms(one, [], { run, search: found, signal })).status;
    };
    expect(await statusWith()).toBe('not-checked');
    expect(await statusWith(report({}))).toBe('right');
    expect(await statusWith(report({ exhaustive: false }))).toBe('not-checked');
    expect(await statusWith(report({ tooLarge: 'too many items' }))).toBe('not-checked');
    const wrong = report({ verdicts: [{ ...nothing, findings: [race(2)] }] });
    expect(await statusWith(wrong)).toBe('wrong');
  });

  it('leaves open a race that a search alone found where fences and atomics may order it', async () => {
    const place = { kind: 'address', type: 'pointer', object: 0 } as const;
    const code: ValueProgram['code'] = [
      {
        kind: 'atomic',
        span: span(5),
        operation: 'add',
        type: 'int',
        address: place,
        operands: [],
        target: undefined,
        text: '',
      },
      { kind: 'fence', span: span(6), local: true, global: true },
    ];
    const search = async (): Promise<ValueSearchReport> =>
      report({ verdicts: [{ ...nothing, findings: [race(2)] }] });
    const options = { run: () => nothing, search, signal };
    const found = await verifyPrograms([{ ...program(2), code }], [], options);
    expect(found.status).toBe('not-checked');
    expect(found.notChecked).toMatchObject([
      { what: 'races', why: expect.stringMatching(/Fences/) },
    ]);
  });

  it('never calls right what nobody could look at', async () => {
    const reason: NotChecked = { what: 'everything', why: 'images', weakens: true };
    const unposed = [{ values: { WG: 2 }, reason }];
    const { status, notChecked } = await verifyPrograms([], unposed, {
      run: () => nothing,
      signal,
    });
    expect({ status, notChecked }).toEqual({ status: 'not-checked', notChecked: [reason] });
    const stopped = AbortSignal.abort();
    const late = await verifyPrograms([program(2)], [], { run: () => nothing, signal: stopped });
    expect(late.status).toBe('not-checked');
  });

  it('keeps what the runs have shown where the time is up during the search', async () => {
    const limit = new AbortController();
    const search = async (): Promise<ValueSearchReport> => {
      limit.abort();
      throw new Cancelled();
    };
    const options = { search, signal: limit.signal };
    const found = await verifyPrograms([program(2)], [], { run: () => nothing, ...options });
    expect(found.checked).toEqual(['races']);
    expect(found.notChecked).toMatchObject([
      { what: 'search by SPIN', why: expect.stringMatching(/time limit/) },
    ]);
    // Without a limit nobody wanted it to end.
    const unasked = verifyPrograms([program(2)], [], { run: () => nothing, search, signal });
    await expect(unasked).rejects.toThrow(Cancelled);
  });
});

it('says once what differs in numbers alone', () => {
  const said = ['Races of 4 items.', 'Ends.', 'Races of 8 items.', 'Races of 4 items.'];
  expect(inFewWords(said)).toEqual(['Races of 4 or 8 items.', 'Ends.']);
  const exact = ['Should hold: same(f2, 0.001).', 'Put #pragma tuner items 8 there.'];
  expect(inFewWords(exact)).toEqual(exact);
});

it('says conditions that differ in numbers once, and only those that were met', async () => {
  const said = async (
    of: (WG: number) => Pick<NotChecked, 'holdsIf' | 'length'>,
  ): Promise<readonly (string | undefined)[]> => {
    const { notChecked } = await verifyPrograms([2, 4].map(program), [], {
      run: ({ configuration: { WG = 0 } }) => ({
        ...nothing,
        notChecked: [{ what: 'x', why: `y ${WG}`, weakens: false, ...of(WG) }],
      }),
      signal,
    });
    return notChecked.map(({ holdsIf }) => holdsIf);
  };
  expect(await said((WG) => ({ holdsIf: `groups have ${WG} items of 8` }))).toEqual([
    'groups have 2 or 4 items of 8',
  ]);
  expect(await said((WG) => ({ holdsIf: `groups are of ${WG} x ${WG}` }))).toEqual([
    'groups are of 2 x 2 or groups are of 4 x 4',
  ]);
  // An array must be long enough for all.
  expect(await said((WG) => lengthened('out', WG * 4))).toEqual(['out has 16 elements']);
  // Also where each has a reason of its own.
  expect(
    await said((WG) => ({ why: `reason ${'i'.repeat(WG)}`, ...lengthened('out', WG * 4) })),
  ).toEqual(['out has 16 elements']);
});

describe('where nobody states the size of a group', () => {
  const verified = async (
    racing: readonly number[],
    isAnyGroup = true,
    kind: Finding['kind'] = 'race-local',
  ) => {
    const programs = [1, 2, 4, 8].map((WG) => ({ ...program(WG), isAnyGroup }));
    const { signal } = new AbortController();
    return verifyPrograms(programs, [], {
      run: ({ configuration: { WG = 0 } }) => ({
        ...nothing,
        findings: racing.includes(WG) ? [{ ...race(WG), kind }] : [],
      }),
      signal,
    });
  };

  it('what larger groups do not have depends on it, with both sets of sizes', async () => {
    const { status, findings } = await verified([2, 4]);
    expect(status).toBe('depends');
    expect(findings[0]?.assumed).toMatchObject({
      words: 'work-groups have 2 or 4 work-items',
      so: [{ line: '#pragma tuner param WG = {2, 4}' }],
      otherwise: [{ line: '#pragma tuner param WG = {8}' }],
    });
  });

  it('what the smallest alone have says which are meant, if others show as much', async () => {
    const { status, notChecked, configurations } = await verified([1, 2]);
    expect(status).toBe('right');
    expect(notChecked.flatMap(({ holdsIf }) => holdsIf ?? [])).toEqual([
      'work-groups have 4 or 8 work-items',
    ]);
    expect(configurations.map((one) => one.status)).toEqual(['wrong', 'wrong', 'right', 'right']);
    expect((await verified([1, 2, 4])).status).toBe('depends');
    expect((await verified([1, 2], true, 'race-between-groups')).status).toBe('depends');
  });

  it('what only groups too small do not have is wrong', async () => {
    expect((await verified([4, 8])).status).toBe('wrong');
    expect((await verified([2, 4], false)).status).toBe('wrong');
  });
});

describe('a fault that a search finds', () => {
  const judged = async (program: ValueProgram, ran: Verdict, fault: Finding): Promise<string> => {
    const search = async () => report({ verdicts: [{ ...nothing, findings: [fault] }] });
    return (await verifyPrograms([program], [], { run: () => ran, search, signal })).status;
  };

  it('rests on what the run says that it rests on', async () => {
    const assumed = { words: 'n is 0', so: [], otherwise: [], usual: 'n is 8' };
    const open: ValueProgram = {
      ...program(2),
      registers: [{ type: 'int', name: 'n', input: { kind: 'unknown' } }],
    };
    const ran = { ...nothing, findings: [{ ...race(2), assumed }] };
    expect(await judged(open, ran, race(2, 20, 21))).toBe('depends');
    expect(await judged(program(2), ran, race(2, 20, 21))).toBe('wrong');
  });

  it('is none where the run knows that nothing comes of a read of what nobody has written', async () => {
    const fault: Finding = { ...race(2), kind: 'uninitialised', related: undefined };
    const note = { what: UNWRITTEN_MEMORY, why: 'nothing depends on it', weakens: false };
    const at = (start: number): Verdict => ({
      ...nothing,
      notChecked: [{ ...note, span: span(start) }],
    });
    expect(await judged(program(2), at(3), fault)).toBe('right');
    expect(await judged(program(2), at(4), fault)).toBe('wrong');
    // The search ends there, and tries no further order.
    const orders: NotChecked = { ...untried, what: 'orders', weakens: false };
    const open = { ...nothing, notChecked: [...at(3).notChecked, orders] };
    expect(await judged(program(2), open, fault)).toBe('not-checked');
  });
});
