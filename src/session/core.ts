import { createStore } from 'zustand/vanilla';
import type { SessionEnvironment } from './environment.ts';
import { beginPage } from './beginning.ts';
import { initialState } from './initial-state.ts';
import { createCommands } from './commands.ts';
import type { Parts } from './parts.ts';
import { checkWithCompiler } from './jobs/compiler-checks.ts';
import { createVerifying } from './jobs/verifying.ts';
import { History } from './kept/history.ts';
import { createRestorer } from './kept/restorer.ts';
import { firstSettings } from './kept/settings.ts';
import { learnFromGpu } from './measured/learn-from-gpu.ts';
import { createMeasuring } from './measured/measuring.ts';
import { createProposing } from './measured/next.ts';
import { createRelatives } from './measured/relative.ts';
import { createOpening } from './portable/opening.ts';
import { createModels } from './promela/models.ts';
import { createRuns } from './run/runs.ts';
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
  const begun = keeper.load(firstSettings(exampleText, environment.firstExample));
  const document: typeof begun.document = isEmbedded
    ? { ...begun.document, brought: 'link' }
    : begun.document;
  const store = createStore(() => initialState(begun.settings, document, begun.isPartLost));
  const { tools, posing } = createTools(environment, store);
  const history = new History(tools);
  const runs = createRuns(tools, history);
  const workspace = createWorkspace(tools, keeper, runs.renew);
  const models = createModels(tools, history);
  const restorer = createRestorer(tools, history, {
    open: (saved, settings, run, signal) => runs.open(saved, settings, run, workspace, signal),
    tune: runs.start,
    tuneSoon: runs.live.soon,
    tuneOnce: runs.live.once,
  });
  const opening = createOpening(tools, workspace, runs, models, restorer);
  checkWithCompiler(tools);
  const parts: Parts = {
    tools,
    posing,
    history,
    runs,
    workspace,
    verifying: createVerifying(tools),
    measuring: createMeasuring(tools),
    relatives: createRelatives(tools),
    proposing: createProposing(tools),
    models,
    restorer,
    opening,
    workbenches: createWorkbenches(tools, runs, models, opening),
  };
  learnFromGpu(tools, parts.measuring.commands.addMeasured);
  const commands = createCommands(environment, parts);
  beginPage(environment, begun, parts);
  const { flush, isAtRisk } = workspace;
  return { store, commands, language: createLanguageServices(tools), flush, isAtRisk };
}
