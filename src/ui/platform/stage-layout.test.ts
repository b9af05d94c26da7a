import { describe, expect, it } from 'vitest';
import { processesOf } from '../../trace/processes.ts';
import type { Box } from '../drawing/brush.ts';
import { edgeOf, layOutStage } from './stage-layout.ts';
import { partsOf, withInside } from './stage-parts.ts';

/** The processes of a run on some devices of some units of some elements. */
function parts(devices: number, units: number, elements: number) {
  const unit = ['unit', 'barrier', ...Array<string>(elements).fill('pex')];
  const all = Array.from({ length: devices * units }, () => unit).flat();
  const names = ['main', 'clock', 'host', ...Array<string>(devices).fill('device'), ...all];
  return partsOf(processesOf(names.map((name, pid) => [pid, name] as const)));
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - 0.01 &&
  inner.y >= outer.y - 0.01 &&
  inner.x + inner.width <= outer.x + outer.width + 0.01 &&
  inner.y + inner.height <= outer.y + outer.height + 0.01;

const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 0.01 &&
  other.x < one.x + one.width - 0.01 &&
  one.y < other.y + other.height - 0.01 &&
  other.y < one.y + one.height - 0.01;

describe.each([
  [1, 1, 1],
  [1, 2, 4],
  [2, 3, 5],
  [1, 16, 12],
  [1, 3, 64],
])('%i devices of %i units of %i elements', (devices, units, elements) => {
  it.each([
    [1300, 640],
    [210, 240],
  ])('have their places in %i by %i, none on another', (width, height) => {
    const layout = layOutStage(parts(devices, units, elements), width, height);
    expect(layout.parts).toHaveLength(2 + devices + devices * units * (2 + elements));
    const frame = { x: 0, y: 0, width, height };
    for (const { part, box } of layout.parts) {
      expect(box.width).toBeGreaterThan(0);
      expect(isInside(box, layout.byPid.get(part.holder ?? -1)?.box ?? frame)).toBe(true);
    }
    const leaves = layout.parts.filter(({ box, head }) => box === head);
    const apart = leaves.every((one, index) =>
      leaves.slice(index + 1).every((other) => !meet(one.box, other.box)),
    );
    expect(apart).toBe(true);
  });
});

it('goes from part to part as they hold each other', () => {
  const all = parts(1, 2, 2);
  expect(all.map(({ name }) => name)).toEqual([
    'host',
    'clock',
    'device',
    'unit 0',
    'barrier 0',
    'pex 0.0',
    'pex 0.1',
    'unit 1',
    'barrier 1',
    'pex 1.0',
    'pex 1.1',
  ]);
  const unit = all.find(({ name }) => name === 'unit 1')?.pid ?? 0;
  const nameOf = (pid: number) => all.find((one) => one.pid === pid)?.name;
  expect(withInside(all, unit).map(nameOf)).toEqual(['unit 1', 'barrier 1', 'pex 1.0', 'pex 1.1']);
});

it('has lines begin and end at the edges of boxes', () => {
  const box = { x: 0, y: 0, width: 20, height: 10 };
  expect(edgeOf(box, { x: 110, y: 5 })).toEqual({ x: 20, y: 5 });
  expect(edgeOf(box, { x: 10, y: -95 })).toEqual({ x: 10, y: 0 });
});
