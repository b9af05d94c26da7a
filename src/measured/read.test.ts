import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failureOf, type Measured, measuredCount } from './measured.ts';
import { MOST_BYTES, readMeasured } from './read.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function read(text: string, timeColumn?: string): Promise<Measured> {
  const result = await readMeasured(bytesOf(text), { timeColumn });
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

async function refusal(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const result = await readMeasured(bytes);
  return result.ok ? `read: ${result.value.times.length} rows` : result.message;
}

/** Column names, and each row's values with its time or failure. */
const shown = (measured: Measured) => ({
  columns: measured.columns.map(({ name }) => name),
  rows: [...measured.times].map((time, row) => [
    ...measured.columns.map(({ values }) => values[row]),
    Number.isNaN(time) ? failureOf(measured, row) : time,
  ]),
});

const t4 = {
  metadata: { timeunit: 'miliseconds' },
  results: [
    {
      configuration: { wg: 16, fast: true },
      times: { compilation: 900, runtimes: [2, 4] },
      invalidity: 'correct',
      correctness: 1,
      measurements: [{ name: 'time', value: 2.5, unit: '' }],
      objectives: ['time'],
    },
    {
      configuration: { wg: 32, fast: false },
      times: { compilation: 900 },
      invalidity: 'runtime',
      correctness: 0,
      measurements: [{ name: 'time', value: 'RuntimeFailedConfig', unit: '' }],
      objectives: ['time'],
    },
    { configuration: { wg: 64, fast: false }, times: { runtimes: [2, 4] }, invalidity: 'correct' },
  ],
  schema_version: '1.0.0',
};

const cache = `{"device_name": "Some GPU", "kernel_name": "sum", "problem_size": [64, 64],
"tune_params_keys": ["wg", "ts"], "tune_params": {"wg": [16, 32], "ts": [1, 2]}, "objective": "time",
"cache": {
"16,1": {"wg": 16, "ts": 1, "time": 1.5, "times": [1.5, NaN], "GFLOP/s": 3},
"16,2": {"wg": 16, "ts": 2, "time": "CompilationFailedConfig"},
"32,1": {"wg": 32, "ts": 1, "time": 1e+20},
"32,2": {"wg": 32, "ts": 2, "time": 0.5}}}`;

const ktt = {
  Metadata: { Device: 'Some GPU', TimeUnit: 'Microseconds' },
  Results: [
    {
      Configuration: [{ Name: 'WG', Value: 16, ValueType: 'UnsignedInt' }],
      ComputationResults: [{ Duration: 1500 }],
      Status: 'Ok',
      KernelName: 'sum',
      TotalDuration: 1500,
    },
    {
      Configuration: [{ Name: 'WG', Value: 32, ValueType: 'UnsignedInt' }],
      ComputationResults: [],
      Status: 'ComputationFailed',
      TotalDuration: 0,
    },
  ],
};

describe('formats', () => {
  it('reads T4: the measurement called time, or the mean of the runs', async () => {
    const measured = await read(JSON.stringify(t4));
    expect(measured).toMatchObject({ format: 't4', unit: 'ms', notes: [] });
    expect(shown(measured)).toEqual({
      columns: ['wg', 'fast'],
      rows: [
        [16, 1, 2.5],
        [32, 0, 'it failed while it ran'],
        [64, 0, 3],
      ],
    });
    expect(measuredCount(measured)).toBe(2);
  });

  it('converts units, and says where it had to assume one', async () => {
    const inSeconds = await read(JSON.stringify({ ...t4, metadata: { timeunit: 'seconds' } }));
    expect(shown(inSeconds).rows[0]).toEqual([16, 1, 2500]);
    const unknown = await read(JSON.stringify({ ...t4, metadata: {} }));
    expect(unknown.notes).toEqual([
      'It does not say the unit of its times; milliseconds are assumed.',
    ]);
  });

  const rows = [
    [16, 1, 1.5],
    [16, 2, 'it did not compile'],
    [32, 1, 'it failed'],
    [32, 2, 0.5],
  ];

  it('reads a cache file of Kernel Tuner, with the numbers of Python', async () => {
    const measured = await read(cache);
    expect(measured).toMatchObject({ format: 'kernel-tuner', device: 'Some GPU', kernel: 'sum' });
    expect(shown(measured)).toEqual({ columns: ['wg', 'ts'], rows });
  });

  it('reads the cache file of a tuner at work as far as it goes', async () => {
    const open = `${cache.slice(0, -2)},\n`;
    expect(shown(await read(open)).rows).toEqual(rows);
    const { notes } = await read(open);
    expect(notes.join()).toContain('It ends half way');
    // Every cut either keeps the entries so far or is refused in a sentence.
    const first = cache.indexOf('"16,1"');
    for (let end = first; end < cache.length; end += 1) {
      const result = await readMeasured(bytesOf(cache.slice(0, end)));
      const whole = cache.slice(first, end).split('}').length - 1;
      if (!result.ok) expect(whole).toBe(0);
      else expect(shown(result.value).rows).toEqual(rows.slice(0, Math.min(whole, 4)));
    }
  });

  it('reads a list of results of Kernel Tuner', async () => {
    const list = [
      { wg: 16, time: 2, compile_time: 9, times: [2] },
      { wg: 32, __error__: 'oops' },
    ];
    expect(shown(await read(JSON.stringify(list)))).toEqual({
      columns: ['wg'],
      rows: [
        [16, 2],
        [32, 'oops'],
      ],
    });
  });

  it('reads what KTT saves', async () => {
    const measured = await read(JSON.stringify(ktt));
    expect(measured).toMatchObject({
      format: 'ktt',
      unit: 'us',
      device: 'Some GPU',
      kernel: 'sum',
    });
    expect(shown(measured).rows).toEqual([
      [16, 1.5],
      [32, 'it failed while it ran'],
    ]);
  });

  it('reads CSV with any separator, quotation marks, comments and a unit in the header', async () => {
    const commas = `# made by hand\r\nwg, "the ""tile""",time_us,compile_time\r\n16,1,1500,9\r\n"32","2","failed, twice",9\r\n\r\n`;
    expect(shown(await read(commas))).toEqual({
      columns: ['wg', 'the "tile"', 'compile_time'],
      rows: [
        [16, 1, 9, 1.5],
        [32, 2, 9, 'failed, twice'],
      ],
    });
    const semicolons = 'wg;Duration [s];status\n16;0,25;ok\n32;0;timeout\n64;0;ok';
    const measured = await read(semicolons);
    expect(measured.unit).toBe('s');
    expect(shown(measured).rows).toEqual([
      [16, 250],
      [32, 'timeout'],
      [64, 'its time is given as 0'],
    ]);
    expect(shown(await read('wg\truntime (ms)\n16\t3')).rows).toEqual([[16, 3]]);
    expect(shown(await read('wg,a,b\n16,3,4', 'b')).rows).toEqual([[16, 3, 4]]);
  });

  it('reads any of them packed', async () => {
    for (const text of [JSON.stringify(t4), cache, JSON.stringify(ktt), 'wg,time\n1,2\n']) {
      const packed = await readMeasured(new Uint8Array(gzipSync(text)));
      expect(packed).toEqual({ ok: true, value: await read(text) });
    }
  });

  it('reads UTF-16 with its mark', async () => {
    const text = '\ufeffwg,time\n16,2\n';
    const bytes = new Uint8Array(new Uint16Array([...text].map((one) => one.charCodeAt(0))).buffer);
    expect(await refusal(bytes)).toBe('read: 1 rows');
  });
});

describe('values', () => {
  it('makes numbers of truths and of texts that are numbers, and numbers words', async () => {
    const list = [
      { wg: '16', pad: true, way: 'row', time: 1 },
      { wg: 32, pad: 'False', way: 'column', time: 2 },
      { wg: 64.0, pad: 0, way: 'row', time: 3 },
    ];
    const measured = await read(JSON.stringify(list));
    expect(shown(measured).rows).toEqual([
      [16, 1, 0, 1],
      [32, 0, 1, 2],
      [64, 0, 0, 3],
    ]);
    expect(measured.columns[2]?.words).toEqual(['row', 'column']);
    expect(measured.notes).toEqual([
      'The values of way are words; they count as 0 is row, 1 is column.',
    ]);
  });

  it('leaves out what has no value, and takes the fastest of what is there twice', async () => {
    const list = [
      { wg: 16, ts: 1, time: 5 },
      { wg: 16, ts: null, time: 1 },
      { wg: 16, time: 1 },
      { wg: 16, ts: [1], time: 1 },
      { wg: 16, ts: 1, time: 3 },
      { wg: 16, ts: 1, time: 'InvalidConfig' },
      7,
    ];
    const measured = await read(JSON.stringify(list));
    expect(shown(measured).rows).toEqual([[16, 1, 3]]);
    expect(measured.notes).toEqual([
      '1 of its entries are no configurations and are left out.',
      '3 rows are left out, for want of a value of ts.',
      '2 rows are repeated: of those with the same values the fastest counts.',
    ]);
  });

  it('takes names of prototypes for names', async () => {
    const text = '[{"__proto__": 1, "constructor": 2, "toString": 3, "time": 4}]';
    expect(shown(await read(text))).toEqual({
      columns: ['__proto__', 'constructor', 'toString'],
      rows: [[1, 2, 3, 4]],
    });
  });

  it('takes nothing for a time that is none', async () => {
    const list = [-1, 0, '3', null, true].map((time, wg) => ({ wg, time }));
    expect(shown(await read(JSON.stringify(list))).rows.map(([, outcome]) => outcome)).toEqual([
      'its time is given as -1',
      'its time is given as 0',
      '3',
      'no time is given',
      'no time is given',
    ]);
  });
});

describe('files that are not what they should be', () => {
  const cases: readonly (readonly [
    what: string,
    content: string | Uint8Array<ArrayBuffer>,
    said: string,
  ])[] = [
    ['nothing', '', 'It is empty.'],
    ['blanks', ' \n ', 'It is empty.'],
    ['another JSON', '{"a": 1}', 'It is JSON, but not of measurements'],
    ['a search space', '{"ConfigurationSpace": {}}', 'It is a search space (T1)'],
    ['no results', '{"results": []}', 'None of its results has a configuration.'],
    ['strange results', '{"results": [1, "a", null]}', 'None of its results has a configuration.'],
    ['no parameters', '[{"time": 1}]', 'No configuration in it has a tuning parameter.'],
    ['an empty list', '[]', 'It is JSON, but not of measurements'],
    ['half a file', '{"cache": {', 'It ends before its first configuration does.'],
    ['brackets that do not fit', '{"cache": ]', 'closes nothing'],
    ['deep brackets', '['.repeat(100_000), 'Its brackets are nested more than 64 deep.'],
    ['a string without an end', '{"cache": {"a', 'It ends before its first configuration does.'],
    ['a bare word', '{"results": [oops]}', 'It is not JSON'],
    ['numbers alone', '1,2,3\n4,5,6', 'the first line has to name the columns'],
    ['no column of times', 'a,b\n1,2', 'None of its columns is called time: it has a, b.'],
    ['two columns of a name', 'a,a,time\n1,2,3', 'Two of its columns are called a.'],
    ['a quotation mark alone', 'a,time\n"1,2', 'A quotation mark in it is never closed.'],
    ['a header alone', 'a,time', 'There is no configuration in it.'],
    ['many columns', `${'a,'.repeat(5000)}time\n`, 'at most 256 are read'],
    ['a broken package', gzipSync('wg,time\n1,2').subarray(0, 12).slice(), 'it is cut or broken'],
    ['bytes', Uint8Array.of(1, 2, 0, 255, 254), 'It is not text'],
    ['zeros', new Uint8Array(64), 'It is not text'],
  ];
  it.each(cases)('refuses %s in one sentence', async (_, content, said) => {
    const message = await refusal(content);
    expect(message).toContain(said);
    expect(message).toMatch(/^[A-Z][^\n]{5,250}\.$/);
  });

  it('does not unpack what is far larger than it looks', async () => {
    const packed = gzipSync(new Uint8Array(MOST_BYTES + 1));
    expect(packed.length).toBeLessThan(2 ** 20);
    expect(await refusal(new Uint8Array(packed))).toContain('more than 128 MB');
  });

  it('answers to any text, and any change of a good one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.json().map((text) => `{"cache": ${text}, "results": ${text}}`),
          fc
            .tuple(fc.nat(cache.length), fc.nat(20), fc.string({ maxLength: 5 }))
            .map(([at, much, what]) => cache.slice(0, at) + what + cache.slice(at + much)),
          fc
            .string({ unit: fc.constantFrom(...'a1"\n,;#. '), maxLength: 60 })
            .map((some) => `a,time${some}`),
        ),
        async (text) => {
          const result = await readMeasured(bytesOf(text));
          if (!result.ok) expect(result.message).toMatch(/\.$/);
          else expect(result.value.reasons).toHaveLength(result.value.times.length);
        },
      ),
    );
  });
});

const folder = process.env.OVERTIME_MEASURED;

describe.skipIf(folder === undefined)('measurements of others (OVERTIME_MEASURED)', () => {
  const files =
    folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.gz'));
  it.each(files)('reads %s', async (name) => {
    const bytes = new Uint8Array(readFileSync(join(folder ?? '', name)));
    const result = await readMeasured(bytes);
    if (!result.ok) throw new Error(result.message);
    expect(measuredCount(result.value)).toBeGreaterThan(3000);
    expect(result.value.notes).toEqual([]);
  });
});
