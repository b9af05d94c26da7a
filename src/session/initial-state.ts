import { NO_LEVEL_CHECK } from './jobs/level-check.ts';
import { NO_SENSITIVITY } from './jobs/sensitivity.ts';
import type { Settings } from './kept/settings.ts';
import { IDLE } from './run/run.ts';
import type { Derived } from './derive.ts';
import type { SessionState } from './state.ts';

/** What is known of a text that has not been read, and why. */
export const unread = (obstacle: string): Derived => ({
  diagnostics: [],
  kernels: [],
  problems: {},
  obstacle,
});

/** Before anything has been read. */
export const initialState = (settings: Settings): SessionState => ({
  settings,
  derived: unread('The kernel is being read.'),
  run: IDLE,
  sensitivity: NO_SENSITIVITY,
  levelCheck: NO_LEVEL_CHECK,
  history: [],
  outputs: [],
  trace: { phase: 'none' },
  explorer: {},
  compiler: { phase: 'off' },
  compilerDiagnostics: [],
  runDiagnostics: [],
});
