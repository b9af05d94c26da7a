import { lazy } from '../base/lazy.ts';
import { messageOf } from '../base/message.ts';
import { unread } from './derive.ts';
import type { SessionEnvironment } from './environment.ts';
import type { createMeasuring } from './measured/measuring.ts';
import type { Opening } from './portable/opening.ts';
import type { Posing } from './reading/posing.ts';
import { Reading } from './reading/reading.ts';
import type { Restorer } from './kept/restorer.ts';
import type { Runs } from './run/runs.ts';
import type { SessionTools } from './tools.ts';
import type { createWorkbenches } from './workbench/workbenches.ts';
import type { SettingsKeeper } from './workspace/settings-keeper.ts';
import type { Workspace } from './workspace/workspace.ts';

interface Parts {
  readonly tools: SessionTools;
  readonly posing: Posing;
  /** The settings that the page begins with. */
  readonly begun: ReturnType<SettingsKeeper['load']>;
  readonly commands: Pick<Opening, 'openLink'>;
  readonly runs: Runs;
  readonly workspace: Workspace;
  readonly restorer: Restorer;
  readonly workbenches: ReturnType<typeof createWorkbenches>;
  readonly measuring: ReturnType<typeof createMeasuring>;
}

/** Begins with a link, a file's answer or the last visit. */
export function beginPage(
  { parser, textReader, pause, fragment, isEmbedded = false }: SessionEnvironment,
  { tools: { store }, posing, begun, commands, ...parts }: Parts,
): void {
  const { runs, workspace, restorer, workbenches, measuring } = parts;
  const kernelsRead = workspace.begin();
  posing.onRead(() => void runs.live.soon());
  parser().then(
    async (loaded) => {
      // A long text is kept elsewhere; a link must know it.
      if (begun.isTextElsewhere || fragment !== undefined) await kernelsRead;
      posing.begin(new Reading(loaded, lazy(textReader), pause));
      if (fragment !== undefined) commands.openLink(fragment);
      if (!store.getState().arrival) {
        posing.update();
        await posing.settled();
        // Nobody waits for a long text whose reading they cancelled.
        if (!isEmbedded && !store.getState().derived.isUnread)
          if (!(await workbenches.showOpened())) void restorer.begin();
      }
      // An older page's text may be unkept; the parser names it.
      void kernelsRead.then(workspace.keep);
      void measuring.begin();
    },
    (error: unknown) => {
      const obstacle = `The parser could not be loaded (${messageOf(error)}); reload the page.`;
      store.setState({ derived: unread(obstacle) });
    },
  );
}
