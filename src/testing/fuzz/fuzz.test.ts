import { afterAll, expect, test } from 'vitest';
import { type Fuzzed, fuzzed } from './fuzz.ts';
import { READERS } from './readers.ts';
import { RUNS } from '../amounts.ts';

const done: Fuzzed[] = [];
afterAll(() => {
  if (RUNS === 1) return;
  const rows = done.map(
    ({ name, inputs, seconds, faults }) =>
      `| ${name} | ${inputs.toLocaleString('en')} | ${seconds.toFixed(1)} | ${faults.length} |`,
  );
  const all = done.reduce((sum, { inputs }) => sum + inputs, 0).toLocaleString('en');
  console.log(
    ['| reader | inputs | seconds | faults |', '| --- | --: | --: | --: |', ...rows].join('\n'),
  );
  console.log(`${all} inputs`);
});

for (const reader of READERS)
  test(
    `whatever is changed in ${reader.name} is read or refused`,
    { timeout: 20_000 * RUNS },
    async () => {
      const inputs = Math.ceil(150 * RUNS * (reader.weight ?? 1));
      // Others each time that is asked for more.
      const found = await fuzzed(reader, inputs, 1000 * RUNS);
      done.push(found);
      expect(found.faults).toEqual([]);
    },
  );

test('a reader that breaks is found', async () => {
  const read = (text: string): unknown => JSON.parse(text);
  const { faults } = await fuzzed({ name: 'JSON', seeds: [{ a: 1 }], read }, 300, 0);
  expect(faults).toHaveLength(5);
  expect(faults[0]?.why).toMatch(/SyntaxError/);
});

test('a reader takes what its inputs are made of', async () => {
  for (const { name, seeds, read } of READERS)
    for (const seed of seeds) {
      const found = await read(typeof seed === 'string' ? seed : JSON.stringify(seed));
      const refused = found === undefined || Reflect.get(Object(found), 'ok') === false;
      expect(refused, `${name}: ${String(Reflect.get(Object(found), 'message'))}`).toBe(false);
    }
});
