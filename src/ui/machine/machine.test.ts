import { expect, test } from 'vitest';
import type { WarpAccess } from '../../device/index.ts';
import { lanesSvg, laneWords, layOutLanes } from './lanes-layout.ts';

const access = (lanes: WarpAccess['lanes'], more: Partial<WarpAccess> = {}): WarpAccess => ({
  kind: 'load',
  name: 'tile',
  memory: 'local',
  bytes: 4,
  span: { start: 0, end: 4 },
  lanes,
  cycles: 1,
  ...more,
});
const strided = (stride: number): number[] =>
  Array.from({ length: 32 }, (_, lane) => lane * stride * 4);
const machine = { line: 128 };

test('words of one bank stand below each other, and all but the first wait', () => {
  const layout = layOutLanes(access(strided(4)), machine);
  expect(layout).toMatchObject({ kind: 'banks', columns: 32, rows: 4, more: 0 });
  expect(layout?.cells.filter(({ waits }) => waits)).toHaveLength(24);
  expect(new Set(layout?.cells.map(({ column }) => column))).toEqual(
    new Set([0, 4, 8, 12, 16, 20, 24, 28]),
  );
});

test('more words than fit are counted', () => {
  expect(layOutLanes(access(strided(32)), machine)).toMatchObject({ rows: 8, more: 24 });
});

test('lanes at one word are one word', () => {
  const layout = layOutLanes(access(strided(0)), machine);
  expect(layout?.cells).toHaveLength(1);
  expect(layout?.cells[0]?.lanes).toHaveLength(32);
});

test('lines stand below each other, and no word waits', () => {
  const lanes = strided(1).map((address) => address + 64);
  const layout = layOutLanes(access(lanes, { memory: 'global', lines: 2 }), machine);
  expect(layout).toMatchObject({ kind: 'lines', columns: 32, rows: 2 });
  expect(layout?.cells.some(({ waits }) => waits)).toBe(false);
  expect(laneWords(access(lanes, { memory: 'global', lines: 2 }))).toContain('touch 2 lines');
});

test('what is not derived is said, and has no picture', () => {
  const unknown = access(undefined);
  expect(layOutLanes(unknown, machine)).toBeUndefined();
  expect(lanesSvg(unknown, machine)).toBeUndefined();
  expect(laneWords(unknown)).toContain('does not follow from the text');
  expect(laneWords(access(strided(8), { degree: 8 }))).toContain('8-way conflict');
});
