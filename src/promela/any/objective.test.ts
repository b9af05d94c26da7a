import { describe, expect, it } from 'vitest';
import { factsOf, withoutExclusive } from './facts.ts';
import {
  inC,
  lacksOf,
  type PAPERS_TUNING,
  withoutTuningClaim,
  withTuningClaim,
} from './objective.ts';

const TEXT = `# 1 "model.pml"
mtype = { red, green };
typedef pair { byte w, h[2] };
hidden int secret = 3; local byte own; chan q = [0] of { mtype, byte };
pair p, ps[3]; int a, b[4] = 1; unsigned u : 3; mtype m = red;
c_code { int not_promela; }
proctype user(byte me; chan c) { xr c; int x = 4, y; c?m, x }
active proctype main() { byte i; run user(i, q); do :: i < 3 -> i++ :: else -> break od }
never { accept: do :: true od }
ltl first { [] (a < 3) }
ltl { <> (a > 1) }
`;
const facts = factsOf(TEXT);

describe('what a Promela text declares', () => {
  it('is found without SPIN', () => {
    const { globals, locals, processes, mtypes, claims, structures } = facts;
    expect(globals.map(({ name }) => name)).toEqual([
      'secret',
      'own',
      'q',
      'p',
      'ps',
      'a',
      'b',
      'u',
      'm',
    ]);
    expect(locals.map(({ name, process }) => `${process} ${name}`)).toEqual([
      'user me',
      'user c',
      'user x',
      'user y',
      'main i',
    ]);
    expect([processes, mtypes]).toEqual([
      ['user', 'main'],
      ['red', 'green'],
    ]);
    expect(claims).toEqual([
      { name: 'never_0', kind: 'never', accepts: true },
      { name: 'first', kind: 'ltl', accepts: false, formula: '[] (a < 3)' },
      { name: 'ltl_0', kind: 'ltl', accepts: false, formula: '<> (a > 1)' },
    ]);
    expect(structures.get('pair')?.map(({ name }) => name)).toEqual(['w', 'h']);
    expect(facts).toMatchObject({ hasStart: true, hasEmbeddedC: true, hasRendezvous: true });
  });

  it('leaves out xr and xs in their place', () => {
    const text = withoutExclusive(TEXT, facts);
    expect(text).not.toMatch(/\bxr\b/);
    expect(text).toHaveLength(TEXT.length);
    expect(text.replace(/\s+/g, ' ')).toContain('{ int x = 4, y; c?m, x }');
  });
});

describe('what a tuning lacks', () => {
  const lacks = (change: Partial<typeof PAPERS_TUNING>): readonly string[] =>
    lacksOf(facts, {
      parameters: ['a'],
      objective: 'a',
      goal: 'smallest',
      when: 'a > 1',
      ...change,
    });

  it.each([
    [{ parameters: ['WG', 'TS'] }, /no global variables `WG` and `TS`/],
    [{ parameters: ['x'] }, /`x` is a local variable of user: declare it outside/],
    [{ parameters: ['b'] }, /`b` is not one value: name an element/],
    [{ parameters: ['p.z'] }, /`p\.z` is not one value/],
    [{ parameters: ['q'] }, /`q` is a channel/],
    [{ objective: 'a + tile' }, /no global variable `tile`/],
    [{ objective: 'own' }, /`own` is declared local/],
    [{ objective: '(a' }, /brackets of the objective do not match/],
    [{ objective: 'a; b' }, /`;` has no place in the objective/],
    [{ when: 'a = 3' }, /`=` has no place in the condition/],
  ])('%o', (change, message) => expect(lacks(change).join('; ')).toMatch(message));

  it('is nothing where all is there', () => {
    const parameters = ['a', 'b[2]', 'p.w', 'ps[1].h[0]', 'u'];
    const when = 'm == green && user[1]:x > 2 && len(q) == 0';
    expect(lacks({ parameters, objective: '(a > 2 -> b[1] : secret) * p.w', when })).toEqual([]);
  });

  it('reads variables as parts of the state, but hidden ones', () => {
    expect(inC(facts, '(a > 2 -> b[1] : secret) * p.w')).toBe(
      '( now.a > 2 ? now.b [ 1 ] : secret ) * now.p . w',
    );
  });
});

it('a text is found again in front of the claim of its tuning', () => {
  const tuning = { parameters: ['a'], objective: 'a', goal: 'smallest', when: 'm == red' } as const;
  const claimed = withTuningClaim(TEXT, facts, tuning);
  expect(claimed).toContain('overtime_claim');
  expect(withoutTuningClaim(claimed)).toBe(TEXT.trimEnd());
  expect(withoutTuningClaim(TEXT)).toBe(TEXT);
});
