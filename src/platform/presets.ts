import { type Constants, usualConstants } from '../base/constants.ts';

/** A platform people know. The size stays the user's. */
export interface Preset {
  readonly id: string;
  readonly label: string;
  /** Where the figures come from. */
  readonly source: string;
  /** The constants that are not as usual. */
  readonly constants: Partial<Omit<Constants, 'size'>>;
}

export const PRESETS: readonly Preset[] = [
  {
    id: 'paper',
    label: 'Paper',
    source: 'Table 1: one device, two units folded to one, four elements, global memory 4 ticks',
    constants: {},
  },
  {
    id: 'minimum',
    label: 'Paper, Minimum',
    source: 'Table 3: one unit of 64 elements',
    constants: { NU: 1, NP: 64, WR: 32 },
  },
  {
    id: 'fermi',
    label: 'Fermi GF100',
    source:
      '16 multiprocessors of 32 cores and 2 warp schedulers, 48 KB shared memory each; memory times in the ratio 1 : 20',
    constants: { NU: 16, NP: 32, WR: 16, GMT: 20 },
  },
  {
    id: 'p104',
    label: 'P104-100',
    source:
      '15 multiprocessors of 128 cores (section 7.1 of the paper), which 4 warp schedulers share; 48 KB local memory each',
    constants: { NU: 15, NP: 128, NS: 4, WR: 32, GMT: 20 },
  },
  {
    id: 'a100',
    label: 'A100',
    source:
      '108 multiprocessors of 64 cores (section 3.1 of the paper), which 4 warp schedulers share; 164 KB shared memory each',
    constants: { NU: 108, NP: 64, NS: 4, WR: 16, GMT: 20, LM: 41984 },
  },
];

/** All constants of a preset, with the usual size. */
export const presetValues = ({ constants }: Preset): Constants => ({
  ...usualConstants(),
  ...constants,
});
