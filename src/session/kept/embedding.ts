/** Views of an embedded page. */
const EMBEDS = ['both', 'trace', 'map'] as const;
export type Embed = (typeof EMBEDS)[number];

/** The embedded view by the address's query; undefined for the whole page. */
export function embedOf(search: string): Embed | undefined {
  const asked = new URLSearchParams(search).get('embed');
  return asked === null ? undefined : (EMBEDS.find((one) => one === asked) ?? 'both');
}
