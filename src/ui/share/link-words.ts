import { EXAMPLES } from '../../session/examples.ts';
import type { Embed } from '../../session/kept/embedding.ts';
import { fragmentOf, SHORT_LINK } from '../../session/portable/link.ts';
import { portableOf } from '../../session/portable/portable.ts';
import type { PortableView } from '../../session/portable/view.ts';
import type { SessionState } from '../../session/state.ts';
import { subjectOf } from '../../session/subject.ts';
import { whole } from '../../base/words.ts';

export const EMBED_LABELS = {
  both: 'Map and trace',
  trace: 'Trace',
  map: 'Map',
} as const satisfies Record<Embed, string>;

/** The link's fragment; undefined if too long. */
export const fragmentTo = (
  state: Pick<SessionState, 'settings' | 'subject' | 'model'>,
  view: PortableView,
): string | undefined =>
  fragmentOf(
    portableOf(
      state.settings,
      view,
      (id) => EXAMPLES.find((example) => example.id === id)?.text,
      subjectOf(state).model(state),
    ),
  );

/** The address of the page itself, without anything of what is seen. */
const siteOf = ({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string =>
  `${origin}${pathname}`;

export const linkTo = (fragment: string, place: Pick<Location, 'origin' | 'pathname'>): string =>
  `${siteOf(place)}${fragment}`;

export const lengthInWords = (length: number): string =>
  length <= SHORT_LINK
    ? `${whole(length)} characters: short enough for any chat.`
    : `${whole(length)} characters: some chats cut links of more than ${whole(SHORT_LINK)}. A file is safer.`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** HTML that embeds a state in another page. */
export function snippetOf(
  embed: Embed,
  fragment: string,
  name: string,
  place: Pick<Location, 'origin' | 'pathname'>,
): string {
  const height = embed === 'both' ? 640 : 420;
  const address = `${siteOf(place)}?embed=${embed}${fragment}`;
  return `<iframe src="${escaped(address)}" title="${escaped(`${name}, tuned by Overtime`)}" width="100%" height="${height}" style="border: 0" loading="lazy" allow="fullscreen"></iframe>`;
}
