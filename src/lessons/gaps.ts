/** Gap marks are comments, so a kernel with gaps is still C. */
export const GAP = { open: '/*?*/', close: '/*!*/' } as const;

/** A gap: what is between its marks. */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

/** The gaps of a text, in order. */
export function gapsOf(text: string): readonly Gap[] {
  const gaps: Gap[] = [];
  let at = 0;
  for (;;) {
    const open = text.indexOf(GAP.open, at);
    const start = open + GAP.open.length;
    const end = open < 0 ? -1 : text.indexOf(GAP.close, start);
    if (end < 0) return gaps;
    gaps.push({ start, end });
    at = end + GAP.close.length;
  }
}

/** Fills gaps in order; leaves the rest. */
export function filled(text: string, fillings: readonly string[]): string {
  const gaps = gapsOf(text);
  let filledText = text;
  for (const [back, { start, end }] of gaps.toReversed().entries()) {
    const filling = fillings[gaps.length - 1 - back];
    if (filling !== undefined)
      filledText = `${filledText.slice(0, start)}${filling}${filledText.slice(end)}`;
  }
  return filledText;
}

/** The text outside gaps; equal results differ only in gaps and blanks. */
export const around = (text: string): string =>
  filled(
    text,
    gapsOf(text).map(() => ''),
  )
    .replaceAll(/\s+/g, ' ')
    .trim();

/** What the gaps of a text hold. */
export const fillsOf = (text: string): readonly string[] =>
  gapsOf(text).map(({ start, end }) => text.slice(start, end));

/** Why these cannot be fillings of a text's gaps, if they cannot: the task's own lines stay. */
export function fillFault(text: string, fills: readonly string[]): string | undefined {
  const gaps = gapsOf(text).length;
  if (fills.length !== gaps) return `It fills ${fills.length} gaps of ${gaps}.`;
  if (fills.some((fill) => fill.includes(GAP.open) || fill.includes(GAP.close)))
    return `${GAP.open} and ${GAP.close} mark the gaps: leave them out of what you write.`;
  if (fills.some((fill) => /pragma[\s\S]*tuner/i.test(fill)))
    return 'Lines #pragma tuner say what is wanted: they cannot be added.';
  return undefined;
}
