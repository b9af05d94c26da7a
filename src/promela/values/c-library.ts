import { arithmetic } from './c-arithmetic.ts';
import { INTEGER_FUNCTIONS } from './c-built-ins.ts';
import { inputs } from './c-inputs.ts';
import { memory } from './c-memory.ts';
import { monitor, stops } from './c-monitor.ts';
import { type Meetings, together } from './c-together.ts';
import { TYPE_NAMES } from './c-type.ts';
import { MOST_COPIES, type Mode, some } from './c-words.ts';

/** The most that any of the programs needs. */
export interface Sizes {
  readonly global: number;
  readonly local: number;
  readonly private: number;
  readonly globalCells: number;
  readonly localCells: number;
  readonly groups: number;
  readonly items: number;
  readonly chosen: number;
  /** The most values that one of them has. */
  readonly values: number;
}

const bits = (length: number): number => some(Math.ceil(length / 8));

/** Types of a run's memory.
 * @param registers members of the union of the programs' own */
export function declarations(mode: Mode, sizes: Sizes, registers: readonly string[]): string[] {
  const cells =
    mode === 'free'
      ? { local: 1, global: 1 }
      : { local: some(sizes.localCells), global: some(sizes.globalCells) };
  const chosen = sizes.values <= 256 ? 'v_u8' : sizes.values <= 65536 ? 'v_u16' : 'v_u32';
  return [
    'c_decl {',
    ...TYPE_NAMES.map((line) => `  ${line}`),
    '  /* Who wrote, read and atomically changed a piece of memory: the two lowest numbers of each, from 1;',
    '     who wrote last, whether several values were written, and whether any was another than there was. */',
    '  typedef struct { v_u16 w1, w2, r1, r2, a1, a2, changed; } V_Cell;',
    '  typedef struct { v_u64 to, from; v_i64 elements, to_stride, from_stride; v_i32 bytes, event; } V_Copy;',
    '  typedef struct { v_i64 offset; v_i32 place, item, object, bytes; } V_Unknown;',
    ...registers.map((line) => `  ${line}`),
    `  typedef union { ${registers.map((_, k) => `V_R${k} p${k};`).join(' ')} } V_Registers;`,
    '  typedef struct {',
    '    V_Registers r;',
    '    v_u64 want, bits;',
    '    V_Copy copy;',
    '    v_i32 pc;',
    '    v_u8 status, kind, width, go, copied, arrived;',
    `    v_u8 own[${some(sizes.private)}], known[${bits(sizes.private)}];`,
    '  } V_Item;',
    '  typedef struct {',
    `    V_Item item[${sizes.items}];`,
    `    V_Copy copy[${MOST_COPIES}];`,
    '    V_Unknown unknown;',
    `    V_Cell local[${cells.local}], global[${cells.global}];`,
    `    v_u8 mem[${some(sizes.local)}], known[${bits(sizes.local)}];`,
    '  } V_Group;',
    '  typedef struct {',
    `    V_Group group[${mode === 'chain' ? 1 : sizes.groups}];`,
    `    V_Cell between[${cells.global}];`,
    `    v_u8 mem[${some(sizes.global)}];`,
    '  } V_Run;',
    `  typedef struct { ${chosen} value[${some(sizes.chosen)}]; } V_Input;`,
    '}',
    'c_state "V_Input v_input" "Global"',
    ...(mode === 'chain' ? ['c_code { static V_Run v_now; }'] : ['c_state "V_Run v_now" "Global"']),
    '',
  ];
}

/** Functions of every model, in pieces that SPIN can take; the programs' stand between. */
export function library(
  mode: Mode,
  sizes: Sizes,
  configurations: number,
  meetings: Meetings,
): { readonly before: readonly string[]; readonly after: readonly string[] } {
  const names = (text: string): string =>
    text
      .replaceAll('V_GLOBAL', String(some(sizes.global)))
      .replaceAll(
        'V_MONITOR V_EXCHANGE',
        [mode === 'free' && 'return 1;', meetings.warps && 'if (o->cell < 0) return 1;']
          .filter(Boolean)
          .join(' '),
      );
  const piece = (text: string): string => `c_code {${names(text)}}`;
  return {
    before: [arithmetic, INTEGER_FUNCTIONS, memory(mode, configurations), monitor, stops(mode)]
      .filter((text) => text !== '')
      .map(piece),
    after: [together(mode, meetings), inputs].map(piece),
  };
}
