/** Deeds of the device semantics: `port`, `l2` and `issue` serve warps; `memory`, `latency`, `arithmetic` and `barrier` are a warp's own. */
export const DEVICE_WORK = [
  ...(['port', 'l2', 'issue'] as const),
  ...(['memory', 'latency', 'arithmetic', 'barrier'] as const),
] as const;
export type DeviceWorkKind = (typeof DEVICE_WORK)[number];

export interface DeviceWork {
  readonly what: DeviceWorkKind;
  /** Index into `DeviceProgram.steps`. */
  readonly step: number;
  /** Whose it is: the number of a warp in its unit. */
  readonly warp: number;
  /** Ticks from the event, when it is asked for, until it begins. Negative for a barrier's: it began before. */
  readonly wait: number;
}

export const isDeviceWork = (word: string | undefined): word is DeviceWorkKind =>
  DEVICE_WORK.some((what) => what === word);
