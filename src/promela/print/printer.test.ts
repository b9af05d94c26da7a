import { describe, expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import * as p from '../syntax/index.ts';
import { printPlain } from './plain.ts';
import type { Printed } from './printer.ts';
import { printWide } from './wide.ts';

const GLOBALS: p.Declaration[] = [
  p.declare('int', ['size', 'NP'], { hidden: true }),
  p.declare('long', 'T', { hidden: true, comment: 'a bound' }),
  p.declare('long', 'time', { comment: 'model time' }),
  p.declare('int', 'WG'),
  p.declare('byte', 'NWE'),
];
const LOCALS: p.Declaration[] = [
  p.channel('c', 'mtype', 'byte'),
  p.declare('long', 'wake', { initial: -1, comment: 'of the clock' }),
  p.declare('byte', 'i'),
  p.declare('chan', 'back'),
];

const modelOf = (body: p.Block, atom: boolean): p.PromelaModel => ({
  comment: ['a model', 'of two lines'],
  messages: ['go', 'done'],
  globals: [GLOBALS],
  processes: [
    {
      name: 'unit',
      models: 'unit',
      parameters: [p.declare('byte', 'me'), p.declare('chan', 'd')],
      locals: LOCALS,
      idle: true,
      atomic: atom,
      body,
    },
  ],
  forgets: false,
  kinds: false,
});

const runTime = {
  kernel: {
    language: 'opencl',
    name: 'k',
    parameters: [],
    constraints: [],
    items: { kind: 'number', value: 1 },
    localSize: { kind: 'number', value: 1 },
    localArrays: [],
    kept: [],
    geometry: { local: [], global: [] },
    body: [],
    span: { start: 0, end: 1 },
  },
  parameters: new Map([['WG', 'WG']]),
} as const;
const run = { constants: usualConstants(), ranges: {}, prune: false };

/** The lines of the process, from its declarations to the one before its last. */
const linesOf = ({ text }: Printed, from = 'end_idle:'): string[] => {
  const lines = text.trimEnd().split('\n');
  return lines.slice(lines.findIndex((line) => line.includes(from)) + 1, -1);
};
const plain = (...body: p.Block): string[] => linesOf(printPlain(modelOf(body, false), runTime));
const atomically = (...body: p.Block): string[] =>
  linesOf(printPlain(modelOf(body, true), runTime));
const wide = (...body: p.Block): string[] => linesOf(printWide(modelOf(body, false), runTime));

describe('statements', () => {
  it('are separated by semicolons, and nested two levels deep', () => {
    expect(
      plain(
        p.assign('i', 0),
        p.choose(
          p.option('i < 3', p.send('c', 'go', 'i'), { ...p.increment('i'), comment: 'one' }),
          p.short(p.receive('c', 'done', p.value('me')), p.SKIP, p.BREAK),
          p.otherwise(),
        ),
        p.labelled('end_stopped', p.NEVER),
      ),
    ).toEqual([
      '  i = 0;',
      '  if',
      '  :: i < 3 ->',
      '      c ! go, i;',
      '      i++    /* one */',
      '  :: c ? done, eval(me) -> skip; break',
      '  :: else',
      '  fi;',
      '  end_stopped: false',
    ]);
  });

  it('that belong together are atomic where the process is not', () => {
    const body = [p.atomic(p.assign('i', 0), p.SKIP), p.increment('i')];
    expect(plain(...body)).toEqual(['  atomic {', '    i = 0;', '    skip', '  };', '  i++']);
    expect(atomically(...body)).toEqual([
      '  atomic {',
      '    i = 0;',
      '    skip;',
      '    i++',
      '  }',
    ]);
  });

  it('that guard an option without a guard are followed by an arrow', () => {
    expect(
      plain(
        p.repeat(
          p.unguarded(p.atomic(p.receive('c', 'go', '_'), p.SKIP), ...p.count(['i', 0, 2], p.SKIP)),
        ),
      ),
    ).toEqual([
      '  do',
      '  ::',
      '      atomic {',
      '        c ? go, _ ->',
      '        skip',
      '      };',
      '      i = 0;',
      '      do',
      '      :: i < 2 ->',
      '          skip;',
      '          i++',
      '      :: else -> break',
      '      od',
      '  od',
    ]);
  });

  it('lead to the piece of the kernel they model, and what they hold as well', () => {
    const [inner, outer] = [
      { start: 5, end: 6 },
      { start: 1, end: 9 },
    ];
    const { text, sources } = printPlain(
      modelOf(
        [
          p.SKIP,
          ...p.from(outer, [
            p.choose(p.option('i', p.SKIP, ...p.from(inner, [p.SKIP])), p.otherwise()),
          ]),
        ],
        false,
      ),
      runTime,
    );
    const at = text.split('\n').indexOf('  end_idle:');
    const spans = sources.slice(at, at + 8).map(({ kernel }) => kernel);
    expect(spans).toEqual([undefined, undefined, outer, outer, outer, inner, outer, outer]);
    expect(sources[at]?.process).toBe('unit');
    expect(sources[0]).toEqual({});
  });
});

describe('the model in plain Promela', () => {
  it('counts time in an int', () => {
    const { text } = printPlain(modelOf([p.SKIP], false), { ...runTime, run });
    expect(text).toContain(
      'hidden int T;       /* a bound */\nint time;           /* model time */',
    );
    expect(text.startsWith('/* a model\n * of two lines */\n\nmtype = { go, done };\n')).toBe(true);
    expect(text).toContain(
      'proctype unit(byte me; chan d) {\n  chan c = [0] of { mtype, byte };\n' +
        '  int wake = -1;   /* of the clock */\n',
    );
  });

  it('writes conditions, outputs and values of others', () => {
    expect(
      plain(
        p.waitDefined('wake == time && NWE', { wake: p.remote('unit', 'i', 'wake') }),
        p.event('@work %d', 'time - (i + 1)'),
        p.assert('time > T'),
      ),
    ).toEqual([
      '  unit[i]:wake == time && NWE;',
      String.raw`  printf("@work %d\n", time - (i + 1));`,
      '  assert(time > T)',
    ]);
  });
});

describe('the model with time in C', () => {
  it('declares 64-bit variables in C, with a comment in their place', () => {
    const printed = printWide(modelOf([p.SKIP], false), runTime);
    expect(printed.text).toContain('c_code { static ticks T; }       /* a bound */\n');
    expect(printed.text).toContain('c_state "ticks time" "Global"           /* model time */\n');
    expect(printed.text).toContain('\nc_state "ticks wake" "Local unit" "-1"\n');
    expect(linesOf(printed, 'proctype unit')).toContain('  /* ticks wake = -1: of the clock */');
    expect(printed.text).toContain('((P0 *)pptr(i))->wake = 0; ((P0 *)pptr(i))->i = 0; break;');
  });

  it('computes there what needs 64 bits, and nothing else', () => {
    expect(
      wide(
        p.assign('wake', 'time + i * WG'),
        p.assign('i', 'i + 1'),
        p.assign('WG', 'WG * 2'),
        p.assign('back', 'd'),
        p.increment('i'),
        p.increment('wake'),
        p.event('@time %d %d', 'time', '_pid'),
        p.assert('time > T'),
        p.assert('i < NWE'),
        p.waitDefined('i > 0'),
        p.assign('wake', -1),
      ),
    ).toEqual([
      '  c_code { Punit->wake = t_add (now.time, t_mul (Punit->i, now.WG)); };',
      '  i = i + 1;',
      '  c_code { now.WG = t_mul (now.WG, 2); };',
      '  back = d;',
      '  i++;',
      '  c_code { Punit->wake++; };',
      '  c_code { tell ("@time %lld %lld", (ticks) now.time, (ticks) ((P0 *)_this)->_pid); };',
      '  assert(c_expr { now.time > T });',
      '  assert(i < NWE);',
      '  c_expr { (t_choose (), t_chosen (Punit->i > 0)) };',
      '  c_code { Punit->wake = t_sub (0, 1); }',
    ]);
  });

  it('reads the variables of others there, and chooses', () => {
    expect(
      wide(
        p.assign('wake', 'min(wake, T)', { wake: p.remote('unit', 'i + 1', 'wake') }),
        p.choose(p.option('i ? size / NP : 1'), p.otherwise()),
      ),
    ).toEqual([
      '  c_code { Punit->wake = (((P0 *)pptr(t_add (Punit->i, 1)))->wake < T' +
        ' ? ((P0 *)pptr(t_add (Punit->i, 1)))->wake : T); };',
      '  if',
      '  :: c_expr { (Punit->i ? t_div (size, NP) : 1) }',
      '  :: else',
      '  fi',
    ]);
  });

  it('refuses what is not declared', () => {
    expect(() => wide(p.assign('wake', 'nothing'))).toThrow('nothing is not declared in unit');
    expect(() => wide(p.assign('wake', p.remote('unit', 0, 'me')))).toThrow('unit has no me');
  });
});
