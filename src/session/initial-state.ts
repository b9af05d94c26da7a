import { unread } from './derive.ts';
import type { Settings } from './kept/settings.ts';
import { NO_MEASURED } from './measured/measured-view.ts';
import { NO_MODEL } from './promela/model-view.ts';
import { NO_NATIVE } from './promela/native-view.ts';
import { BEING_READ } from './reading/posing.ts';
import { IDLE } from './run/run.ts';
import type { SessionState } from './state.ts';
import { NO_DOCUMENT, type OpenDocument } from './workspace/open-document.ts';

/** Before anything has been read. */
export const initialState = (
  settings: Settings,
  document: OpenDocument = NO_DOCUMENT,
  isPartLost = false,
): SessionState => ({
  settings,
  document,
  kernels: [],
  undo: {},
  unsaved: { settings: false, kernel: false },
  isPartLost,
  derived: unread(BEING_READ),
  run: IDLE,
  jobs: {},
  measured: NO_MEASURED,
  subject: 'kernel',
  model: NO_MODEL,
  native: NO_NATIVE,
  history: [],
  outputs: [],
  explorer: {},
  compiler: { phase: 'none' },
  compilerDiagnostics: [],
  runDiagnostics: [],
});
