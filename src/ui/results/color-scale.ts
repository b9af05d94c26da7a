/** Viridis (van der Walt and Smith, matplotlib): even to the eye, and readable in grey. */
const VIRIDIS = [
  [68, 1, 84],
  [71, 45, 123],
  [59, 82, 139],
  [44, 114, 142],
  [33, 145, 140],
  [40, 174, 128],
  [94, 201, 98],
  [173, 220, 48],
  [253, 231, 37],
] as const;

export type Rgb = readonly [number, number, number];

/** The colours around a place from 0 to 1, and its share of the second. */
export function between<Color>(
  list: readonly Color[],
  share: number,
): readonly [low: Color | undefined, high: Color | undefined, part: number] {
  const at = Math.min(Math.max(share, 0), 1) * (list.length - 1);
  const index = Math.min(Math.floor(at), list.length - 2);
  return [list[index], list[index + 1], at - index];
}

/** The colour of a place from 0 (dark) to 1 (bright). */
export function viridisRgb(share: number): Rgb {
  const [low = VIRIDIS[0], high = VIRIDIS[0], part] = between(VIRIDIS, share);
  const mix = (channel: 0 | 1 | 2): number =>
    Math.round(low[channel] + (high[channel] - low[channel]) * part);
  return [mix(0), mix(1), mix(2)];
}

export const css = ([red, green, blue]: Rgb): string => `rgb(${red}, ${green}, ${blue})`;

/** Black or white, by WCAG's relative luminance. */
export function textOn(ground: Rgb): string {
  const [red = 0, green = 0, blue = 0] = ground.map((value) => {
    const channel = value / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** From 1 for the least time to 0, by factors over a wide range. */
export function brightness(time: number, least: number, most: number): number {
  if (!(most > least)) return 1;
  const wide = isWide(least, most);
  const place = wide
    ? Math.log(time / least) / Math.log(most / least)
    : (time - least) / (most - least);
  return 1 - place;
}

/** A logarithmic scale would tell the times apart better. */
export const isWide = (least: number, most: number): boolean => least > 0 && most / least > 6;
