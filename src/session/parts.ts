import type { createVerifying } from './jobs/verifying.ts';
import type { History } from './kept/history.ts';
import type { Restorer } from './kept/restorer.ts';
import type { createMeasuring } from './measured/measuring.ts';
import type { createRelatives } from './measured/relative.ts';
import type { createProposing } from './measured/next.ts';
import type { Opening } from './portable/opening.ts';
import type { Models } from './promela/models.ts';
import type { Posing } from './reading/posing.ts';
import type { Runs } from './run/runs.ts';
import type { SessionTools } from './tools.ts';
import type { createWorkbenches } from './workbench/workbenches.ts';
import type { Workspace } from './workspace/workspace.ts';

/** A session's parts, which keep what the state does not have. */
export interface Parts {
  readonly tools: SessionTools;
  readonly posing: Posing;
  readonly history: History;
  readonly runs: Runs;
  readonly workspace: Workspace;
  readonly verifying: ReturnType<typeof createVerifying>;
  readonly measuring: ReturnType<typeof createMeasuring>;
  readonly relatives: ReturnType<typeof createRelatives>;
  readonly proposing: ReturnType<typeof createProposing>;
  readonly models: Models;
  readonly restorer: Restorer;
  readonly opening: Opening;
  readonly workbenches: ReturnType<typeof createWorkbenches>;
}
