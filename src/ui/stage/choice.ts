import type { FreeInput } from '../../values/index.ts';

/** The order is somebody's to choose. */
export interface Choice {
  /** Numbers of the items that may go on. */
  readonly ready: readonly number[];
  /** Those in the first of their groups, which step together. */
  readonly together: readonly number[];
  readonly isBusy: boolean;
  readonly canGoBack: boolean;
  readonly onChoose: (items: readonly number[]) => void;
  readonly onBack: () => void;
  readonly onRestart: () => void;
  /** Goes on at random, to the end. */
  readonly onRandom: () => void;
  /** Arrays whose elements before the run may be chosen. */
  readonly inputs: readonly FreeInput[];
  readonly onInput: (name: string, cell: number, value: number) => void;
}
