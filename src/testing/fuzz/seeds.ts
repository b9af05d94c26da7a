import type { PortableView } from '../../session/portable/view.ts';

/** Valid external data for `readers.ts` to mutate. */
const VIEW: PortableView = {
  editor: 'promela',
  results: 'machine',
  sensitive: 'platforms',
  fills: 'platform',
  presented: true,
  charts: 'both',
  heights: 'time',
  inspector: false,
  collapse: 'unit',
  axes: { x: 'TS', y: 'WG' },
  slices: { UNROLL: 2 },
  answered: true,
  chosen: { WG: 8, TS: 4 },
  opened: { WG: 16, TS: 4 },
  compared: { WG: 4, TS: 2 },
  event: 12_345,
};

const KERNEL = `#pragma tuner param WG = pow2(4, size/2)
#pragma tuner param TS = {1, 2, 4}
#pragma tuner require WG * TS <= size
#pragma tuner input a[i] = any(0, 3)
#pragma tuner ensures sum(b) == sum(a)
__kernel void k(__global const int *a, __global int *b, __local int *l) {
  int g = get_global_id(0);
  for (int i = 0; i < TS; i++) l[get_local_id(0)] += a[g * TS + i];
  barrier(CLK_LOCAL_MEM_FENCE);
#if TS > 2
  b[g] = l[get_local_id(0)];
#endif
}
`;

const SEARCH = {
  verdict: 'satisfied',
  purpose: 'over-time',
  states: 3,
  transitions: 4,
  depth: 5,
  memoryMB: 1.5,
  seconds: 0.25,
};
const HASH = '0123456789abcdef'.repeat(4);
const TRAIL = '-2:2:-2\n-4:-4:-4\n0:0:3\n1:1:70000\n2:5:12\n-1:-1:-1\n3:0:4\n';

export const SEEDS = {
  view: VIEW,
  kernel: KERNEL,
  trail: TRAIL,
  project: { format: 'overtime project', version: 1, name: 'mine', kernel: KERNEL },
  workbench: {
    format: 'overtime workbench',
    version: 1,
    date: '2026-11-22T10:00:00.000Z',
    name: 'k',
    answer: {
      status: 'proved',
      minTime: '584',
      seconds: 2.5,
      reason: 'because',
      optima: [{ WG: 16, TS: 4 }],
      runnerUp: { time: '608', configurations: [{ WG: 16, TS: 2 }] },
      searches: [{ ...SEARCH, bound: '583' }],
      times: {
        names: ['WG', 'TS'],
        rows: [
          { values: [16, 4], time: '584', status: 'proved' },
          { values: [4, 2], status: 'invalid', reason: 'WG <= 4' },
        ],
      },
    },
    evidence: {
      versions: { overtime: '0.1.0', spin: '6.5.2', clang: '22' },
      sha256: { model: HASH, verifier: HASH },
      build: ['-DSAFETY'],
      semantics: 'published',
      level: 'baton',
      proof: {
        bound: '583',
        pan: ['-E', '-m20000'],
        figures: { states: 3, transitions: 4, depth: 5 },
      },
    },
    trail: { words: ['n=5', 'T=583'], text: TRAIL },
  },
  run: {
    version: 1,
    id: '1',
    name: 'k',
    named: false,
    savedAt: 1000,
    order: 3,
    seconds: 2.5,
    status: 'proved',
    minTime: 584,
    optima: [{ WG: 16 }],
    configurations: 3,
    warnings: ['a race'],
    opened: { WG: 16 },
    unkept: 'map',
  },
  content: {
    version: 1,
    runs: [{ ...SEARCH, bound: 583 }],
    bests: [{ time: 584, values: { WG: 16 }, states: 3, seconds: 1 }],
    samples: [{ seconds: 1, states: 3, memoryMB: 2, depth: 4 }],
    found: [{ time: 584, values: { WG: 16 }, steps: 12 }],
  },
  check: {
    version: 1,
    kind: 'check',
    id: '2',
    name: 'm.pml',
    named: false,
    savedAt: 1000,
    order: 3,
    seconds: 0.5,
    isStopped: false,
    model: { print: '12-abc', asked: { what: 'claim', claim: 'p', fair: true } },
    searches: [{ what: 'ltl p', status: 'violated' }],
  },
  checkContent: {
    version: 1,
    model: 'init { skip }',
    lossy: false,
    notes: ['It has C of its own.'],
    results: [
      {
        states: 3,
        transitions: 4,
        depth: 2,
        memoryMB: 1,
        seconds: 0.1,
        check: { what: 'ltl p', claim: 'p', cycles: 'acceptance' },
        status: 'violated',
        errors: 1,
        defines: ['SAFETY', 'NFAIR=3'],
        claim: 'p',
        problems: [{ kind: 'acceptance-cycle', message: 'acceptance cycle', depth: 2 }],
        reduction: { on: true, why: 'nothing forbids it' },
        native: ['spin -a m.pml', './pan -a'],
      },
    ],
  },
  ownKernel: {
    version: 1,
    id: '1',
    name: 'mine',
    named: true,
    revision: 'r1',
    savedAt: 1000,
    order: 2,
  },
  bounds: [
    {
      key: 'key',
      low: '300',
      best: { time: '608', values: { WG: 16 } },
      trail: { words: ['T=607'], text: TRAIL },
    },
  ],
  progress: {
    version: 1,
    lessons: { items: { best: { tries: 1, done: true }, stop: { tries: 2, done: false } } },
  },
  lesson: '# A lesson\n\n## A task\n\n```task\nkind: choice\n```\n',
  t1: {
    General: { FormatVersion: 1 },
    ConfigurationSpace: {
      TuningParameters: [
        { Name: 'WG', Type: 'int', Values: '[16, 32, 64]' },
        { Name: 'TS', Type: 'int', Values: '[2**i for i in range(0, 4)]' },
      ],
      Conditions: [
        { Expression: 'WG * TS <= 128 and WG % TS == 0', Parameters: ['WG', 'TS'] },
        { Expression: '(WG, TS) in [(16, 1), (32, 2)]', Parameters: ['WG', 'TS'] },
      ],
    },
    KernelSpecification: { KernelName: 'k', Language: 'OpenCL' },
  },
  t4: {
    metadata: { timeunit: 'miliseconds' },
    results: [
      {
        configuration: { wg: 16, fast: true },
        times: { compilation: 900, runtimes: [2, 4] },
        invalidity: 'correct',
        correctness: 1,
        objectives: ['time'],
        measurements: [{ name: 'time', value: 2.5, unit: '' }],
      },
      { configuration: { wg: 32, fast: false }, times: {}, invalidity: 'runtime' },
    ],
    schema_version: '1.0.0',
  },
  cache: `{"device_name": "Some GPU", "kernel_name": "sum", "problem_size": [64, 64],
"tune_params_keys": ["wg", "ts"], "tune_params": {"wg": [16, 32], "ts": [1, 2]}, "objective": "time",
"cache": {
"16,1": {"wg": 16, "ts": 1, "time": 1.5, "times": [1.5, NaN], "GFLOP/s": 3},
"16,2": {"wg": 16, "ts": 2, "time": "CompilationFailedConfig"},
`,
  ktt: {
    Metadata: { TimeUnit: 'Microseconds' },
    Results: [
      {
        KernelName: 'k',
        Status: 'Ok',
        TotalDuration: 12.5,
        Configuration: [{ Name: 'wg', Value: 16, Type: 'UnsignedInt' }],
      },
    ],
  },
  csv: 'WG,TS,model_time,name\r\n16,4,584,"a ""b"", c"\r\n4,2,912.5,x\r\n8,8,,failed\r\n',
  shortlist: 'tune_params = {"WG": [16]}\nrestrictions = ["(WG, TS) in [(16, 4), (8, 2)]"]\n',
  columns:
    '@row time=584 WG=16 TS=4\n@row time=912 WG=8 TS=-4\n@row time=9223372036854775807 WG=1 TS=1\n',
  replay: `@process 0 1 0 host
@transition 1 5 5 i = 1
=0 1 1
!0 1 2 4 5 6
?1 2
@time 3
=0 1 3
@variable -1 now.time 3
spin: trail ends after 4 steps
#processes 1:
  4:\tproc 0 (host) model.pml:7 (state 13) (invalid end state)
\t\tassert(x)
global vars:
\tbyte   i:\t3
local vars proc 0 (host):
\tint    k:\t-1
`,
  modelDocument: {
    name: 'm.pml',
    text: 'init { skip }',
    files: { 'a.h': '#define N 3' },
    defines: 'N=4',
    asked: { what: 'formula', formula: '[] p', fair: true, reduction: 'off', errors: '3' },
    tuning: { parameters: ['a', 'b'], objective: 'time', when: 'FIN', goal: 'largest' },
    allowedC: '12-abc',
  },
  model: `#define N 3
mtype = { req, ack };
typedef msg { byte a[N]; int b };
chan c = [N] of { mtype, byte }, r = [0] of { bit };
int time; bool FIN;
inline wait(x) { x > 0 -> x-- }
active [2] proctype P(int i; chan o) provided (time < 9) { xr c; byte k;
  do :: k < N -> atomic { k++; c!req(k) } :: else -> break od;
end: if :: c?ack(eval(k)) unless { FIN } -> skip :: timeout -> goto end fi; c_code { now.time++; } }
init { select (time : 1..N); run P(1, c); d_step { FIN = true } }
never { T0: do :: !FIN :: FIN -> break od }
ltl over { [] (FIN -> time > 5) }
`,
} as const;
