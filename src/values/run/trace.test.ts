import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { exampleText } from '../../testing/engine.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { VERDICT_CASES } from '../../testing/verdicts/index.ts';
import type { ValueTrace } from '../trace.ts';
import { checkByRunning } from './check.ts';
import { traceByRunning } from './trace-by-running.ts';

const WG = 4;
const WRONG = VERDICT_CASES.filter(({ known }) => known !== 'right');

/** Replays a trace: reads must give the last write. */
function checkReads({ arrays, events }: ValueTrace): void {
  const cells = arrays.map((array) => [...array.cells]);
  for (const [index, event] of events.entries()) {
    if (!('cell' in event)) continue;
    const row = cells[event.array];
    if (row === undefined || !(event.cell in row)) continue;
    const before = row[event.cell];
    if (event.kind === 'read' && before !== undefined)
      expect(event.value, `event ${index}`).toEqual(before);
    if (event.kind !== 'read') row[event.cell] = event.value;
  }
}

test.each(WRONG)('$name: what happened until it went wrong', ({ text, groups, name }) => {
  const size = WG * groups;
  const program = builtValues(text, { size, WG });
  const options = { text, constants: { ...usualConstants(), size } };
  const { findings } = checkByRunning(program, options);
  for (const [index, { kind, span, related }] of findings.entries()) {
    const trace = traceByRunning(program, index, options);
    expect(trace, name).toBeDefined();
    if (trace === undefined) continue;
    const { events, wrong } = trace;
    expect(events.length, name).toBeGreaterThan(0);
    // Pointers into the middle of an element show another's value.
    if (!/char|short|long|\*\)/.test(text)) checkReads(trace);
    if (wrong === undefined || !kind.startsWith('race') || /async|copy/.test(text)) continue;
    const places = [span, ...(related ?? []).map((other) => other.span)].map(({ start }) => start);
    const [last, other] = [wrong.event, wrong.other ?? -1].map((at) => events[at]);
    expect(places).toContain(last?.span.start);
    expect(places).toContain(other?.span.start);
    expect([last?.item, last?.group]).not.toEqual([other?.item, other?.group]);
  }
});

test('there is no trace of what was not found', () => {
  const program = builtValues(VERDICT_CASES[0]?.text ?? '', { size: 8, WG });
  expect(traceByRunning(program, 99)).toBeUndefined();
});

test('what races is no read of what nobody has written, in whichever read of a macro', () => {
  const text = exampleText('minimum').replace('barrier(CLK_LOCAL_MEM_FENCE);', '');
  const program = builtValues(text, { size: 16, WG: 2, TS: 2 });
  const { findings } = checkByRunning(program, { text });
  expect(findings.map(({ kind }) => kind)).toEqual(['race-local', 'race-local', 'result']);
  for (const index of findings.keys())
    expect(traceByRunning(program, index, { text })?.wrong).toBeDefined();
});
