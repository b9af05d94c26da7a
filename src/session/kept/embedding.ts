/** What a page inside of another one can show. */
const EMBEDS = ['both', 'trace', 'map'] as const;
export type Embed = (typeof EMBEDS)[number];

/** What the page is to show inside of another one, by the query of its address; nothing where it is the whole page. */
export function embedOf(search: string): Embed | undefined {
  const asked = new URLSearchParams(search).get('embed');
  return asked === null ? undefined : (EMBEDS.find((one) => one === asked) ?? 'both');
}
