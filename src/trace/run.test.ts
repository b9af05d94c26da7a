import { expect, test } from 'vitest';
import { type Sketch, traceOf } from '../testing/traces.ts';
import { whereTheyPart } from './run.ts';
import { timeRun } from './time-run.ts';
import type { Trace } from './trace.ts';

const processes = [
  [0, 'unit'],
  [1, 'pex'],
] as const;
const go: Sketch = { kind: 'message', from: 0, to: 1, channel: 'u_pex', message: 'go' };
const work = (until: number): Sketch => ({ kind: 'work', pid: 1, space: 'global', tick: 0, until });
const time = (tick: number): Sketch => ({ kind: 'time', since: 0, tick });

const parting = (left: Trace, right: Trace) => whereTheyPart(timeRun(left), timeRun(right));

test('runs part at the first event that differs, whatever their steps are called', () => {
  const left = traceOf(processes, [go, work(4), time(4), { ...go, tick: 4 }]);
  expect(parting(left, traceOf(processes, [go, work(4), { ...go, tick: 4 }]))).toBe(undefined);
  const longer = traceOf(processes, [go, work(5), time(5), { ...go, tick: 5 }]);
  expect(parting(left, longer)).toEqual({ same: 1, left: 1, right: 1 });
  expect(parting(left, traceOf(processes, [go, work(4)]))).toEqual({ same: 2, left: 3 });
});
