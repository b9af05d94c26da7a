/** The head of a link, before its version. */
export const LINK = '#o=';

/** The end of an address that says at which tick a run stands: `&at=12` */
export const momentAt = (tick: number | undefined): string =>
  tick === undefined ? '' : `&at=${tick}`;

export function momentIn(fragment: string): number | undefined {
  const digits = /&at=(\d{1,15})$/.exec(fragment)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

export const isLink = (fragment: string): boolean => fragment.startsWith(LINK);
