import { expect, it } from 'vitest';
import { isTooDeep } from './bracket-depth.ts';

it('counts brackets that are open at once, of any kind', () => {
  expect(isTooDeep('')).toBe(false);
  expect(isTooDeep('([{'.repeat(333))).toBe(false);
  expect(isTooDeep('([{'.repeat(334))).toBe(true);
  expect(isTooDeep('f(a[i]);\n'.repeat(5000))).toBe(false);
  expect(isTooDeep(')'.repeat(5000) + '('.repeat(1000))).toBe(false);
  expect(isTooDeep(`${'('.repeat(1001)}${')'.repeat(1001)}`)).toBe(true);
});
