import { expect, test } from 'vitest';
import { VERIFICATION, type VerificationView } from '../jobs/verification.ts';
import { judged } from './judged.ts';

const view = (changed: Partial<VerificationView>): VerificationView => {
  const configurations = [{ values: { WG: 4 }, status: 'right', findings: [] }];
  const status = 'right';
  return Object.assign({}, VERIFICATION.none, {
    phase: 'ended',
    size: 16,
    isResultStated: true,
    verification: { status, configurations, findings: [], notChecked: [], remarks: [] },
    ...changed,
  });
};

test('right is what was looked at and has a result that is stated', () => {
  expect(judged(view({}), [{ WG: 4 }])).toEqual({ status: 'right' });
  expect(judged(view({}), [])).toEqual({ status: 'right' });
  expect(judged(view({ phase: 'running' }), [])).toBeUndefined();
});

test('a fastest configuration that was not among them is not right by that', () => {
  const found = judged(view({}), [{ WG: 4 }, { WG: 16 }]);
  expect(found?.status).toBe('not-checked');
  expect(found?.open).toContain('WG 16, the fastest, was not looked at');
});

test('a kernel that does not say what its result should be is right if it is the wanted one', () => {
  const found = judged(view({ isResultStated: false }), [{ WG: 4 }]);
  expect(found?.status).toBe('right');
  expect(found?.condition).toContain('#pragma tuner ensures');
});
