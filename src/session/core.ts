import { createStore } from 'zustand/vanilla';
import type { SessionEnvironment } from './environment.ts';
import { beginPage } from './beginning.ts';
import { createBundles } from './cluster/bundles.ts';
import { createExchanging } from './exchange/exchanging.ts';
import { initialState } from './initial-state.ts';
import { checkWithCompiler } from './jobs/compiler-checks.ts';
import { jobCommands } from './jobs/job-commands.ts';
import { createVerifying } from './jobs/verifying.ts';
import { History } from './kept/history.ts';
import { createRestorer } from './kept/restorer.ts';
import { firstSettings } from './kept/settings.ts';
import { createMeasuring } from './measured/measuring.ts';
import { createModelRuns } from './model-run/model-runs.ts';
import { openCommands } from './open-commands.ts';
import { createOpening } from './portable/opening.ts';
import { createModels } from './promela/models.ts';
import { createRuns } from './run/runs.ts';
import { settingCommands } from './setting-commands.ts';
import type { SessionState } from './state.ts';
import { createTeaching } from './teaching.ts';
import { createTools } from './tools.ts';
import { createLanguageServices } from './views/language.ts';
import { createWorkbenches } from './workbench/workbenches.ts';
import { SettingsKeeper } from './workspace/settings-keeper.ts';
import { createWorkspace } from './workspace/workspace.ts';

export type Session = ReturnType<typeof createSessionWith>;

/** Everything the page can do. They never throw; outcomes reach the state. */
export type Commands = Session['commands'];

/** A session: its state and the parts that change it. Tools and model stay outside the state. */
export function createSessionWith(environment: SessionEnvironment) {
  const { storage, tabStorage, exampleText, isEmbedded = false } = environment;
  const keeper = new SettingsKeeper(storage, tabStorage);
  const begun = keeper.load(firstSettings(exampleText));
  const store = createStore<SessionState>()(() => ({
    ...initialState(begun.settings),
    document: isEmbedded ? { ...begun.document, brought: 'link' } : begun.document,
    isPartLost: begun.isPartLost === true,
  }));
  const { tools, posing } = createTools(environment, store);
  const history = new History(tools);
  const runs = createRuns(tools, history);
  const workspace = createWorkspace(tools, keeper, runs.renew);
  const verifying = createVerifying(tools);
  const measuring = createMeasuring(tools);
  const models = createModels(tools, history);
  const restorer = createRestorer(tools, history, {
    open: (saved, settings, run, signal) => runs.open(saved, settings, run, workspace, signal),
    tune: runs.start,
    tuneSoon: runs.live.soon,
    tuneOnce: runs.live.once,
  });
  const opening = createOpening(tools, workspace, runs, models, restorer);
  const workbenches = createWorkbenches(tools, runs, models, opening);
  checkWithCompiler(tools);
  const settings = settingCommands(tools, runs, workspace);
  const commands = {
    ...settings,
    ...posing.commands,
    ...measuring.commands,
    ...models.commands,
    ...createModelRuns(tools),
    ...jobCommands(tools),
    ...createTeaching(tools, workspace, runs, restorer),
    ...createExchanging(tools, runs, settings.setParameters),
    ...workspace.commands,
    ...opening,
    ...workbenches,
    ...createBundles(tools, environment.parser, runs, history, models, opening),
    ...runs.commands,
    ...verifying.commands,
    ...openCommands(tools, { runs, verifying, models, restorer, history }),
  };
  beginPage(environment, {
    tools,
    posing,
    begun,
    commands,
    runs,
    workspace,
    restorer,
    workbenches,
    measuring,
  });
  const { flush, isAtRisk } = workspace;
  return { store, commands, language: createLanguageServices(tools), flush, isAtRisk };
}
