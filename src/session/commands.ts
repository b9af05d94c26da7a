import { createBundles } from './cluster/bundles.ts';
import type { SessionEnvironment } from './environment.ts';
import { createExchanging } from './exchange/exchanging.ts';
import { jobCommands } from './jobs/job-commands.ts';
import { createModelRuns } from './model-run/model-runs.ts';
import { openCommands } from './open-commands.ts';
import type { Parts } from './parts.ts';
import { settingCommands } from './setting-commands.ts';
import { createTeaching } from './teaching.ts';

/** Everything that the parts can be told. */
export function createCommands({ reader }: SessionEnvironment, parts: Parts) {
  const { tools, posing, history, runs, workspace, verifying, measuring, relatives } = parts;
  const { models, restorer, opening, workbenches } = parts;
  const settings = settingCommands(tools, runs, workspace);
  return {
    ...settings,
    ...posing.commands,
    ...measuring.commands,
    ...relatives.commands,
    ...parts.proposing,
    ...models.commands,
    ...createModelRuns(tools),
    ...jobCommands(tools),
    ...createTeaching(tools, workspace, runs, restorer),
    ...createExchanging(tools, runs, settings.setParameters),
    ...workspace.commands,
    ...opening,
    ...workbenches,
    ...createBundles(tools, reader, runs, history, models, opening),
    ...runs.commands,
    ...verifying.commands,
    ...openCommands(parts),
  };
}
