import { unread } from './derive.ts';
import { NO_KERNEL_SPLITS } from './jobs/kernel-splits.ts';
import { NO_LEVEL_CHECK } from './jobs/level-check.ts';
import { NO_MACHINE_SENSITIVITY } from './jobs/machine-sensitivity.ts';
import { NO_PAR } from './jobs/par.ts';
import { NO_ROBUSTNESS } from './jobs/robustness.ts';
import { NO_SCHEDULES } from './jobs/schedules.ts';
import { NO_SENSITIVITY } from './jobs/sensitivity.ts';
import { NO_ORDERS, NO_STEERING } from './jobs/steering-view.ts';
import { NO_VERIFICATION } from './jobs/verification.ts';
import { NO_WHY } from './jobs/why.ts';
import type { Settings } from './kept/settings.ts';
import { NO_MEASURED } from './measured/measured-view.ts';
import { NO_MODEL_RUN } from './model-run/model-run-view.ts';
import { NO_MODEL } from './promela/model-view.ts';
import { BEING_READ } from './reading/posing.ts';
import { IDLE } from './run/run.ts';
import { NO_RECHECK } from './workbench/recheck-view.ts';
import type { SessionState } from './state.ts';
import { NO_DOCUMENT } from './workspace/open-document.ts';

/** Before anything has been read. */
export const initialState = (settings: Settings): SessionState => ({
  settings,
  document: NO_DOCUMENT,
  kernels: [],
  undo: {},
  unsaved: { settings: false, kernel: false },
  isPartLost: false,
  derived: unread(BEING_READ),
  run: IDLE,
  sensitivity: NO_SENSITIVITY,
  machineSensitivity: NO_MACHINE_SENSITIVITY,
  robustness: NO_ROBUSTNESS,
  levelCheck: NO_LEVEL_CHECK,
  kernelSplits: NO_KERNEL_SPLITS,
  why: NO_WHY,
  schedules: NO_SCHEDULES,
  verification: NO_VERIFICATION,
  valueTrace: { phase: 'none' },
  steering: NO_STEERING,
  orders: NO_ORDERS,
  par: NO_PAR,
  recheck: NO_RECHECK,
  measured: NO_MEASURED,
  model: NO_MODEL,
  modelRun: NO_MODEL_RUN,
  history: [],
  outputs: [],
  trace: { phase: 'none' },
  explorer: {},
  compiler: { phase: 'off' },
  compilerDiagnostics: [],
  runDiagnostics: [],
});
