import type { DeviceFigures } from '../../checker/index.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { IDLE } from '../../session/run/run.ts';
import { questionOf } from '../../session/question.ts';
import type { SessionState } from '../../session/state.ts';
import { storeOf } from '../../testing/session.ts';
import { reportData } from './report-data.ts';
import { jobOf } from '../../session/jobs/job.ts';
import { WHY } from '../../session/jobs/why.ts';

vi.stubGlobal('__APP_VERSION__', '1.2.3');
afterAll(() => void vi.unstubAllGlobals());

const DATE = new Date('2024-05-06T07:08:09Z');
const TEXT = '// first\n__kernel void k(__global int *a) { a[0] = 1; }';

/** A page whose answer is of what is set, or of other settings. */
function page(
  changes: Partial<SessionState> = {},
  settings: Partial<SessionState['settings']> = {},
) {
  const { settings: asked, ...state } = storeOf({ kernelText: TEXT, ...settings }).getState();
  return { ...state, settings: asked, ...changes } as const;
}

const ended = (state: SessionState, changes: Partial<SessionState['run']> = {}): SessionState => ({
  ...state,
  derived: { ...state.derived, kernelName: 'k', kernels: ['k'], obstacle: undefined },
  run: {
    ...IDLE,
    phase: 'ended',
    question: questionOf(state.settings, 'k'),
    result: { status: 'proved', minTime: 1234, optima: [{ WG: 4 }, { WG: 8 }] },
    seconds: 2,
    ...changes,
  },
});

const figuresOnMachine = (): DeviceFigures => ({
  cycles: 21_714,
  seconds: 15.4e-6,
  tally: {
    flops: 1,
    global: 2,
    local: 0,
    barriers: 0,
    read: 1,
    written: 1,
    isWhole: true,
    isExact: true,
    accesses: [],
  },
  flops: 120e9,
  bytes: 810e9,
  ofPeak: { arithmetic: 0.006, memory: 0.52 },
  boundBy: 'memory',
  busy: 0.9,
});

const valueOf = (rows: readonly { name: string; value: string }[], name: string) =>
  rows.find((row) => row.name === name)?.value;

describe('reportData', () => {
  it('says that there is no answer, and why', () => {
    const idle = reportData(page(), DATE);
    expect(idle).toMatchObject({
      date: '2024-05-06 07:08',
      instead: 'Nothing has been tuned yet.',
    });
    expect(idle.answer).toBeUndefined();
    const running = reportData(page({ run: { ...IDLE, phase: 'running' } }), DATE);
    expect(running.instead).toBe('The kernel is being tuned.');
  });

  it('says the time in the units of a real machine', () => {
    const figures = figuresOnMachine();
    const { answer } = reportData(ended(page()), DATE, figures);
    expect(answer?.best).toEqual({ words: '15.4', unit: 'µs' });
    expect(answer?.onMachine).toBe(
      '15.4 µs: 120 GFLOP/s, 0.6 % of peak; 810 GB/s, 52 % of peak. Bound by memory, busy 90 % of the time.',
    );
  });

  it('has the answer, what was set and where it comes from', () => {
    const data = reportData(ended(page()), DATE);
    expect(data.kernel).toBe('k');
    expect(data.answer).toMatchObject({
      best: { words: '1,234', unit: 'ticks' },
      onMachine: '',
      where: 'WG 4 or 8',
    });
    expect(data.answer?.conclusion).toContain('1,233');
    expect(data.answer?.status.tone).not.toBe('failed');
    expect(data.text).toBe(TEXT);
    expect(valueOf(data.settings, 'Semantics')).toBe('As published');
    expect(valueOf(data.settings, 'GMT')).toBe('4');
    expect(valueOf(data.provenance, 'Overtime')).toBe('1.2.3');
    expect(valueOf(data.provenance, 'Duration')).toBe('2.00 s');
    expect(valueOf(data.provenance, 'Searches')).toBeUndefined();
  });

  it('counts searches by what they were for', () => {
    const search = (purpose: 'over-time' | 'census', states: number) => ({
      purpose,
      states,
      bound: 5,
      verdict: 'satisfied' as const,
      seconds: 1,
      memoryMB: 1,
      depth: 1,
      transitions: 1,
    });
    const runs = [search('over-time', 10), search('over-time', 20), search('census', 1000)];
    const { provenance } = reportData(ended(page(), { runs }), DATE);
    expect(provenance).toContainEqual({
      name: 'Searches',
      value: '3',
      meaning: '2 for a faster run, 1 for the time of every configuration',
    });
    expect(valueOf(provenance, 'States stored')).toBe('1,030');
  });

  it('names what limits the answer: warnings at their lines, of many only some, and a question that is another by now', () => {
    const at = TEXT.indexOf('a[0]');
    const remark = (start: number) => ({
      severity: 'warning' as const,
      code: 'odd',
      message: 'This is odd.',
      hint: 'Mend it.',
      span: { start, end: start + 1 },
    });
    const state = ended(page());
    const warned = {
      ...state,
      derived: { ...state.derived, diagnostics: Array.from({ length: 32 }, () => remark(at)) },
    };
    const { caveats } = reportData(warned, DATE);
    expect(caveats.filter((words) => words === 'Line 2: This is odd. Mend it.')).toHaveLength(30);
    expect(caveats.at(-1)).toBe('2 more remarks on the text.');
    const { settings } = warned;
    const other = {
      ...warned,
      settings: { ...settings, constants: { ...settings.constants, GMT: '5' } },
    };
    expect(reportData(other, DATE).caveats[0]).toMatch(/^The settings ask something else by now/);
    // The text that is printed is the one that was asked of, and so are the remarks.
    const edited = reportData({ ...warned, settings: { ...settings, kernelText: 'x' } }, DATE);
    expect(edited.text).toBe(TEXT);
    expect(edited.caveats.filter((words) => words.startsWith('Line'))).toEqual([]);
  });

  it('lists a real machine with what was changed, and no constants of platforms', () => {
    const machine = { preset: 'v100', changed: { l1Latency: '31' } };
    const { settings } = reportData(ended(page({}, { semantics: 'device', machine })), DATE);
    expect(valueOf(settings, 'Machine')).toBe('V100');
    const changed = settings.filter(({ meaning }) => meaning?.endsWith('; changed'));
    expect(changed.map(({ name, value }) => [name, value])).toEqual([['l1Latency', '31']]);
    expect(valueOf(settings, 'GMT')).toBeUndefined();
    expect(valueOf(settings, 'size')).toBeDefined();
  });

  it('prints what is to be read of why, and nothing that is to be pressed', () => {
    const state = ended(page());
    const why = { ...jobOf(state, WHY), phase: 'cancelled' as const };
    expect(reportData({ ...state, jobs: { ...state.jobs, why } }, DATE).why).toMatch(
      /was cancelled\.$/,
    );
  });
});
