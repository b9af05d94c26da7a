import { expect, test } from 'vitest';
import type { CheckResult } from '../../checker/index.ts';
import { askedBy, checkChoices, checkInWords, choiceOf, worstOf } from './check-words.ts';

const result = (what: string, status: CheckResult['status'], message?: string): CheckResult => ({
  check: { what },
  status,
  errors: 0,
  native: [],
  states: 1,
  transitions: 1,
  depth: 1,
  memoryMB: 1,
  seconds: 0.1,
  reduction: { on: true, why: '' },
  problems: message === undefined ? [] : [{ kind: 'other', message, depth: 3 }],
  verifier: { model: '', lossy: false, defines: [] },
  reason: status === 'bounded' ? 'It was stopped.' : undefined,
});

test('several checks are as good as the worst of them', () => {
  const all = [result('a', 'holds'), result('ltl p', 'violated', 'acceptance cycle')];
  expect(worstOf(all)).toBe('violated');
  expect(checkInWords(all)).toBe('1 of 2 checks violated: acceptance cycle (ltl p).');
  expect(checkInWords(all.slice(0, 1))).toBe('No run breaks it: a.');
  expect(checkInWords([result('a', 'bounded')])).toBe(
    '1 of 1 check not finished (a). It was stopped.',
  );
  expect(checkInWords([])).toBe('Nothing was checked.');
});

test('what is chosen is set, whatever a claim is called', () => {
  const claims = [{ name: 'a', kind: 'ltl', accepts: true }] as const;
  for (const { id } of checkChoices({ claims })) {
    const asked = { what: 'all', claim: '', ...askedBy(id) } as const;
    expect(choiceOf(asked)).toBe(id);
  }
  expect(askedBy('claim:all')).toEqual({ what: 'claim', claim: 'all' });
});
