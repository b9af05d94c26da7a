/** What is done in the device semantics. By the processes that serve warps: `port`, `l2`, `issue` (a scheduler). By a
 * warp: `memory`, while it is served; `latency`, until what it asked for is there; `arithmetic`; `barrier`, the wait at
 * one. */
export const DEVICE_WORK = [
  ...(['port', 'l2', 'issue'] as const),
  ...(['memory', 'latency', 'arithmetic', 'barrier'] as const),
] as const;
export type DeviceWorkKind = (typeof DEVICE_WORK)[number];

export interface DeviceWork {
  readonly what: DeviceWorkKind;
  /** Of the warp's program (`DeviceProgram.steps`), counted from 0. */
  readonly step: number;
  /** Whose it is: the number of a warp in its unit. */
  readonly warp: number;
  /** Ticks from the event, when it is asked for, until it begins. Negative for a barrier's: it began before. */
  readonly wait: number;
}

export const isDeviceWork = (word: string | undefined): word is DeviceWorkKind =>
  DEVICE_WORK.some((what) => what === word);
