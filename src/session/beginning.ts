import { lazy } from '../base/lazy.ts';
import { messageOf } from '../base/message.ts';
import { unread } from './derive.ts';
import type { Parts } from './parts.ts';
import type { SessionEnvironment } from './environment.ts';
import type { SettingsKeeper } from './workspace/settings-keeper.ts';

/** Begins with a link, a file's answer or the last visit.
 * @param begun the settings that the page begins with. */
export function beginPage(
  { reader, textReader, pause, fragment, isEmbedded = false }: SessionEnvironment,
  begun: ReturnType<SettingsKeeper['load']>,
  {
    tools: { store },
    posing,
    runs,
    workspace,
    restorer,
    workbenches,
    measuring,
    relatives,
    opening,
  }: Parts,
): void {
  const kernelsRead = workspace.begin();
  posing.onRead(() => void runs.live.soon());
  reader().then(
    async ({ parser, Reading }) => {
      // A long text is kept elsewhere; a link must know it.
      if (begun.isTextElsewhere || fragment !== undefined) await kernelsRead;
      posing.begin(new Reading(parser, lazy(textReader), pause));
      if (fragment !== undefined) await opening.openLink(fragment);
      const { arrival } = store.getState();
      if (!arrival || arrival.isHere) {
        posing.update();
        await posing.settled();
        // Nobody waits for a long text whose reading they cancelled.
        if (!isEmbedded && !store.getState().derived.isUnread)
          if (!(await workbenches.showOpened())) void restorer.begin();
      }
      // An older page's text may be unkept; the parser names it.
      void kernelsRead.then(workspace.keep);
      void measuring.begin();
      void relatives.begin();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded: ${messageOf(error)}. Load the page again.`;
      store.setState({ derived: unread(obstacle) });
    },
  );
}
