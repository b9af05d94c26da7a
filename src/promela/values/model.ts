import type { ValueProgram } from '../../values/program.ts';
import { cHolds } from './c-term.ts';
import { declarations, library, type Sizes } from './c-library.ts';
import { CAME_TO, type Mode, STATUS } from './c-words.ts';
import { programCode, registersOf } from './c-program.ts';
import { tableRow } from './c-start.ts';
import { meetingsOf } from './c-together.ts';
import { type Laid, layOut } from './layout.ts';
import { aroundCode } from './processes.ts';
import { printCode } from '../print/plain.ts';
import { Unprintable } from './unprintable.ts';
import { FINDING_KINDS } from '../../values/finding.ts';

/** Granularity of the items' interleaving (see DESIGN). */
export type ValueLevel = 'free' | 'regions';

/** The model of what a kernel computes, in some configurations. */
export interface ValueModel {
  readonly level: ValueLevel;
  readonly mode: Mode;
  readonly programs: readonly ValueProgram[];
  readonly laid: readonly Laid[];
  /** Promela with embedded C. */
  readonly text: string;
  /** Inputs of all configurations together. */
  readonly inputs: number;
  /** Bytes of a state, about. */
  readonly vector: number;
  /** Steps on the longest path, about. */
  readonly depth: number;
}

export interface ValueModelOptions {
  readonly level: ValueLevel;
  /** The platform's constants, of which a claim may speak. */
  readonly constants?: Readonly<Record<string, number>> | undefined;
}

/** Rounds of loops after which an item counts as endless. */
const MOST_STEPS = 200_000;
/** Paths and bytes of a state beyond which trying is no use. */
const MOST_INPUTS = 5_000_000;
const MOST_VECTOR = 64_000;
const MOST_PROCESSES = 200;
/** Instructions of all programs: each takes some time to compile. */
const MOST_STEPS_OF_CODE = 40_000;

export type PrintedValues =
  | { readonly ok: true; readonly model: ValueModel }
  /** Why there is no model, as the end of a sentence. */
  | { readonly ok: false; readonly reason: string };

/** The model of some programs of one kernel, or why it has none. */
export function valueModel(
  programs: readonly ValueProgram[],
  { level, constants = {} }: ValueModelOptions,
): PrintedValues {
  try {
    return { ok: true, model: print(programs, level, constants) };
  } catch (error) {
    if (error instanceof Unprintable) return { ok: false, reason: error.message };
    throw error;
  }
}

const most = (laid: readonly Laid[], of: (one: Laid) => number): number =>
  laid.reduce((so, one) => Math.max(so, of(one)), 0);

function print(
  programs: readonly ValueProgram[],
  level: ValueLevel,
  constants: Readonly<Record<string, number>>,
): ValueModel {
  const length = programs.reduce((sum, { code }) => sum + code.length, 0);
  if (programs.length === 0) throw new Unprintable('there is no configuration');
  if (programs.some(({ isLockstep }) => isLockstep === true))
    throw new Unprintable(
      'SPIN runs threads in any order, and those of a warp go in lockstep here',
    );
  if (length > MOST_STEPS_OF_CODE) throw new Unprintable(`the kernels have ${length} steps in all`);
  const laid = programs.map(layOut);
  const mode: Mode =
    level === 'free' ? 'free' : laid.some((one) => one.orderMatters) ? 'mixed' : 'chain';
  const sizes: Sizes = {
    global: most(laid, ({ bytes }) => bytes.global),
    local: most(laid, ({ bytes }) => bytes.local),
    private: most(laid, ({ bytes }) => bytes.private),
    globalCells: most(laid, ({ cells }) => cells.global),
    localCells: most(laid, ({ cells }) => cells.local),
    groups: most(laid, ({ groups }) => groups),
    items: most(laid, ({ items }) => items),
    chosen: most(laid, ({ chosen }) => chosen.length),
    values: most(laid, ({ chosen }) => chosen.reduce((so, { count }) => Math.max(so, count), 0)),
  };
  const inputs = laid.reduce(
    (sum, { chosen }) => sum + chosen.reduce((product, { count }) => product * count, 1),
    0,
  );
  if (inputs > MOST_INPUTS) throw new Unprintable(`there are ${inputs.toExponential(1)} inputs`);
  if (sizes.items >= 65_000) throw new Unprintable(`a group has ${sizes.items} items`);
  const registers = laid.map(registersOf);
  const vector = vectorOf(mode, sizes, laid);
  if (vector > MOST_VECTOR)
    throw new Unprintable(`a state takes ${Math.ceil(vector / 1000)} thousand bytes`);
  if (mode === 'free' && 1 + sizes.groups * (1 + sizes.items) > MOST_PROCESSES)
    throw new Unprintable(`${sizes.groups * sizes.items} work-items are too many to interleave`);
  const count = programs.length;
  const { before, after } = library(mode, sizes, count, meetingsOf(laid));
  const printed = printCode(
    {
      comment: [
        `What the kernel ${programs[0]?.kernel ?? ''} computes: its code as C, in ${count} configuration${count === 1 ? '' : 's'}.`,
      ],
      ...aroundCode(mode, count, sizes),
    },
    [
      ...declarations(mode, sizes, registers),
      `c_code { static int v_most_steps = ${MOST_STEPS}; }`,
      ...before,
      ...laid.flatMap((one, k) => programCode(one, k, mode)),
      ...laid.map((one, k) => `c_code {\n${claims(one, k, constants)}\n}`),
      dispatch(laid),
      ...after,
      closing(mode),
      '',
    ],
  );
  const text = printed.replaceAll('V_NOW', mode === 'chain' ? 'v_now' : 'now.v_now');
  const slots = sizes.chosen * (sizes.values + 4);
  const depth = 1000 + count + slots + sizes.groups * 1000;
  return { level, mode, programs, laid, text, inputs, vector, depth };
}

function claims(laid: Laid, k: number, constants: Readonly<Record<string, number>>): string {
  const scope = { program: laid.program, constants, bound: new Map<string, string>() };
  const lines = laid.program.ensures.map(({ term }, index) =>
    [
      '    v_lost = 0;',
      `    if (!${cHolds(term, scope)} && !v_lost) return v_fail (${FINDING_KINDS.indexOf('result')}, ${-1 - index}, -1, -1, -1, -1, 0, 0);`,
      `    if (v_lost) printf ("@lost configuration=%d claim=${index}\\n", (int) now.configuration);`,
    ].join('\n'),
  );
  return [
    ...(k === 0 ? [elements] : []),
    `  static int v_claims_${k} (void) {`,
    '    static V_Item v_args;',
    `    const V_R${k} *a = &v_args.r.p${k};`,
    `    v_start_${k} (&v_args);`,
    ...lines,
    `    return ${CAME_TO.on};`,
    '  }',
  ].join('\n');
}

const elements = String.raw`
  /* An element of an array at the end or before. */
  static void v_element (int object, int old, v_whole index, int stride, int offset, int n, void *to) {
    const V_Object *o = &v_tables[now.configuration].object[object];
    if (index < 0 || index >= o->bytes / stride) { v_lost = 1; return; }
    __builtin_memcpy (to, (old ? v_old : V_NOW.mem) + o->base + (int) index * stride + offset, n);
  }`;

/** From the configuration to its own functions. */
function dispatch(laid: readonly Laid[]): string {
  const each = (head: string, call: (k: number) => string, end: string): string =>
    [
      `  static ${head} {`,
      '    switch (now.configuration) {',
      ...laid.map((_, k) => `      case ${k}: ${call(k)}`),
      '    }',
      `    ${end}`,
      '  }',
    ].join('\n');
  return [
    'c_code {',
    `  const V_Table v_tables[] = { ${laid.map(tableRow).join(', ')} };`,
    each(
      'int v_execute (V_Item *I, int g, int i)',
      (k) => `return v_execute_${k} (I, g, i);`,
      'return 0;',
    ),
    each('void v_start (V_Item *I)', (k) => `v_start_${k} (I); return;`, 'return;'),
    each(
      'void v_got_event (V_Item *I, int place, int event)',
      (k) => `v_got_event_${k} (I, place, event); return;`,
      'return;',
    ),
    each('void v_fill (v_u8 *mem)', (k) => `v_fill_${k} (mem); return;`, 'return;'),
    each('int v_claims (void)', (k) => `return v_claims_${k} ();`, 'return 0;'),
    '}',
  ].join('\n');
}

const closing = (mode: Mode): string =>
  [
    'c_code {',
    '  static void v_configure (void) {',
    '    const V_Table *T = &v_tables[now.configuration];',
    '    now.slots = T->slots;',
    '    now.groups = T->groups;',
    '    now.items = T->items;',
    '  }',
    '  static int v_last (int slot) { return v_tables[now.configuration].slot[slot].count - 1; }',
    '  static int v_is_found (void) { return v_found[now.configuration] && !v_telling (); }',
    '  static void v_forget (void) {',
    ...(mode === 'chain' ? [] : ['    __builtin_memset (&now.v_now, 0, sizeof now.v_now);']),
    '    __builtin_memset (&now.v_input, 0, sizeof now.v_input);',
    '    now.configuration = now.slot = now.slots = now.groups = now.items = 0;',
    '    now.came = 0;',
    '  }',
    ...(mode === 'free'
      ? [
          '  static int v_is (int g, int i) { return v_group (g)->item[i].status; }',
          '  static int v_arrives (int g, int i) {',
          '    const V_Item *I = &v_group (g)->item[i];',
          `    return !I->arrived && I->status != ${STATUS.access} && I->status != ${STATUS.ready};`,
          '  }',
          '  static void v_arrive (int g, int i) { v_group (g)->item[i].arrived = 1; }',
        ]
      : []),
    '}',
  ].join('\n');

/** A state's bytes: inputs, and all of a run whose order is chosen. */
function vectorOf(mode: Mode, sizes: Sizes, laid: readonly Laid[]): number {
  const width = sizes.values <= 256 ? 1 : sizes.values <= 65536 ? 2 : 4;
  const inputs = 200 + sizes.chosen * width;
  if (mode === 'chain') return inputs;
  const registers = most(laid, ({ program }) => program.registers.length) * 8;
  const item = registers + 120 + sizes.private * 1.125;
  const cells = mode === 'free' ? 0 : 18 * (sizes.localCells + sizes.globalCells);
  const group = sizes.items * item + 400 + cells + sizes.local * 1.125;
  const processes = mode === 'free' ? 40 * sizes.groups * (1 + sizes.items) : 0;
  return Math.ceil(
    inputs +
      sizes.groups * group +
      sizes.global +
      (mode === 'free' ? 0 : 18 * sizes.globalCells) +
      processes,
  );
}
