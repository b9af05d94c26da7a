import type { NativeMachine } from '../../checker/index.ts';

/** The machine that serves the page, and whether it searches. */
export interface NativeView {
  /** Models are searched there, where they can be. */
  readonly isOn: boolean;
  /** The user is asked whether they may. */
  readonly isAsking: boolean;
  /** MB of a search, as typed. */
  readonly memory: string;
  readonly machine?: NativeMachine | undefined;
  /** Why there is none. */
  readonly lacks?: string | undefined;
}

export const NO_NATIVE: NativeView = { isOn: false, isAsking: false, memory: '' };

/** The least of a search, in MB. */
const LEAST_MB = 32;

/** MB of a native search: as typed, or half of the machine's. */
export function nativeMemory({ memory, machine }: Pick<NativeView, 'memory' | 'machine'>): number {
  const most = machine?.memoryMB ?? 0;
  return memoryProblem(memory, most) === undefined && memory.trim() !== ''
    ? Number(memory)
    : Math.floor(most / 2);
}

export function memoryProblem(typed: string, most: number): string | undefined {
  const text = typed.trim();
  const value = Number(text);
  if (text === '' || (/^\d+$/.test(text) && value >= LEAST_MB && value <= most)) return undefined;
  return `Memory: a whole number of MB from ${LEAST_MB} to ${most}, or nothing for half of it.`;
}
