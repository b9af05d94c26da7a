import type { Constants } from './constants.ts';

/** A platform people know, by name. The size of the input is the user's and stays. */
export interface Preset {
  readonly id: string;
  readonly label: string;
  /** Where the figures come from. */
  readonly source: string;
  readonly constants: Omit<Constants, 'size'>;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'paper',
    label: 'Paper',
    source: 'Table 1: one device, two units folded to one, four elements, global memory 4 ticks',
    constants: { ND: 1, NU: 2, NP: 4, GMT: 4, LMT: 1, BT: 1, DT: 1, LM: 12288 },
  },
  {
    id: 'minimum',
    label: 'Paper, Minimum',
    source: 'Table 3: one unit of 64 elements',
    constants: { ND: 1, NU: 1, NP: 64, GMT: 4, LMT: 1, BT: 1, DT: 1, LM: 12288 },
  },
  {
    id: 'fermi',
    label: 'Fermi GF100',
    source:
      '16 multiprocessors of 32 cores, 48 KB shared memory each; memory times in the ratio 1 : 20',
    constants: { ND: 1, NU: 16, NP: 32, GMT: 20, LMT: 1, BT: 1, DT: 1, LM: 12288 },
  },
  {
    id: 'p104',
    label: 'P104-100',
    source: '15 multiprocessors of 128 cores (section 7.1 of the paper), 48 KB local memory each',
    constants: { ND: 1, NU: 15, NP: 128, GMT: 20, LMT: 1, BT: 1, DT: 1, LM: 12288 },
  },
  {
    id: 'a100',
    label: 'A100',
    source: '108 multiprocessors of 64 cores (section 3.1 of the paper), 164 KB shared memory each',
    constants: { ND: 1, NU: 108, NP: 64, GMT: 20, LMT: 1, BT: 1, DT: 1, LM: 41984 },
  },
];
