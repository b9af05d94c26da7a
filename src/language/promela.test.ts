import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factsOf } from '../promela/index.ts';
import { promelaCompletions, promelaDefinition, promelaFolds, promelaHover } from './promela.ts';
import { promelaNames } from './promela-names.ts';
import { RUNS } from '../testing/amounts.ts';

const TEXT = `#define N 4
mtype = { ask, answer }
typedef box { byte w, h }
chan line = [1] of { mtype, byte };
int total, rest[N];
inline add(x) { total = total + x }
proctype user(byte me; bool b) {
  /* do
     if */
again:
  do
  :: line!ask(me) -> "do";
     if
     :: b -> break
     :: else -> goto again
     fi
  od
}
ltl fine { [] (total >= 0) }
`;

const at = (word: string, nth = 0): number => {
  let found = -1;
  for (let time = 0; time <= nth; time += 1) found = TEXT.indexOf(word, found + 1);
  return found;
};

test('everything that a text declares has its name, kind and place', () => {
  const found = promelaNames(TEXT).map(({ kind, name }) => `${kind} ${name}`);
  expect(found.toSorted()).toEqual(
    [
      'macro N',
      'message ask',
      'message answer',
      'type box',
      'variable w',
      'variable h',
      'variable line',
      'variable total',
      'variable rest',
      'inline add',
      'variable x',
      'process user',
      'variable me',
      'variable b',
      'label again',
      'claim fine',
    ].toSorted(),
  );
  for (const { name, span } of promelaNames(TEXT))
    expect(TEXT.slice(span.start, span.end)).toBe(name);
});

test('names are found where they are used, with the line that declares them', () => {
  expect(promelaDefinition(TEXT, at('again', 1) + 2)?.start).toBe(at('again'));
  expect(promelaHover(TEXT, at('total', 1))?.code).toBe('int total, rest[N];');
  expect(promelaHover(TEXT, at('proctype'))?.text[0]).toContain('type of process');
  expect(promelaHover(TEXT, at('if'))).toBeUndefined(); // in a comment
});

test('names of the text are offered before words of the language, not in comments', () => {
  const offered = promelaCompletions(TEXT, at('break')).map(({ label }) => label);
  expect(offered).toEqual(expect.arrayContaining(['total', 'user', 'ask', 'atomic', 'd_step']));
  expect(promelaCompletions(TEXT, at('/* do') + 4)).toEqual([]);
  const [first] = promelaCompletions('#de', 3);
  expect(first).toMatchObject({ label: 'define', replace: { start: 1, end: 3 } });
});

test('braces, do and if are folded, and what only looks like them is not', () => {
  expect(promelaFolds(TEXT)).toEqual([
    { start: 7, end: 18 },
    { start: 8, end: 9 },
    { start: 11, end: 17 },
    { start: 13, end: 16 },
  ]);
});

test('every global variable and process of the examples is known by its name', () => {
  const folder = new URL('../../examples/promela/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const names = promelaNames(text).map(({ name }) => name);
    const { globals, processes, claims } = factsOf(text);
    for (const name of [...globals, ...claims].map((each) => each.name))
      expect(names).toContain(name);
    for (const name of processes) if (name !== 'init') expect(names).toContain(name);
  }
});

test('no text, however broken, makes the language services throw', () => {
  const word = fc.constantFrom(
    'do',
    'od',
    '{',
    '}',
    '/*',
    '*/',
    '"',
    'mtype',
    '=',
    'proctype',
    'x',
    ':',
    '::',
    '(',
    ')',
    '#define',
    '\n',
    ' ',
    'c_code',
    'int',
    ',',
    ';',
    '//',
    'if',
    'fi',
    '[',
    ']',
    '\\',
  );
  const runs = 60 * RUNS;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.nat(), (words, place) => {
      const text = words.join(' ');
      const offset = place % (text.length + 1);
      promelaCompletions(text, offset);
      promelaHover(text, offset);
      promelaDefinition(text, offset);
      for (const { start, end } of promelaFolds(text)) expect(end).toBeGreaterThan(start);
    }),
    { numRuns: runs },
  );
});
