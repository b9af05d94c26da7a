import { expect, it } from 'vitest';
import type { Type } from '../syntax.ts';
import { scalarType } from '../types.ts';
import { compare, conversion, toBase } from './conversion-ranks.ts';

const struct = (name: string, base?: Type): Type => ({
  kind: 'struct',
  name,
  union: false,
  packed: false,
  members: base ? [{ name: '', type: base }] : [],
});
const pointer = (to: Type): Type => ({ kind: 'pointer', to });

it('a nearer base is better, and any base is better than a pointer to nothing', () => {
  const base = struct('A');
  let derived = base;
  for (let i = 0; i < 20; i += 1) derived = struct(`D${i}`, derived);
  const near = toBase(pointer(base), pointer(struct('D', base)));
  const far = toBase(pointer(base), pointer(derived));
  const nothing = conversion(pointer({ kind: 'void' }), pointer(derived));
  if (!near || !far || !nothing) throw new Error('none');
  expect(compare(near, far)).toBeLessThan(0);
  expect(compare(far, nothing)).toBeLessThan(0);
});

it('promotions are nearer than conversions', () => {
  const [short, int, float] = [scalarType('short'), scalarType('int'), scalarType('float')];
  const [one, other] = [conversion(int, short), conversion(float, short)];
  expect(one && other && compare(one, other)).toBeLessThan(0);
});
