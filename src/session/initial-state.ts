import type { SessionEnvironment } from './environment.ts';
import { NO_LEVEL_CHECK } from './jobs/level-check.ts';
import { exampleSettings, loadSettings } from './kept/settings.ts';
import { IDLE } from './run/run.ts';
import { NO_SENSITIVITY } from './jobs/sensitivity.ts';
import type { Derived, SessionState, Settings } from './state.ts';

type StartPort = Pick<SessionEnvironment, 'storage' | 'exampleText'>;

/** What is known of a text that has not been read, and why. */
export const unread = (obstacle: string): Derived => ({
  diagnostics: [],
  kernels: [],
  problems: {},
  obstacle,
});

/** Before anything has been read: the settings of the last visit, or the first example. */
export function initialState(environment: StartPort): SessionState {
  const settings = loadSettings(environment.storage) ?? firstSettings(environment);
  return {
    settings,
    derived: unread('The kernel is being read.'),
    run: IDLE,
    sensitivity: NO_SENSITIVITY,
    levelCheck: NO_LEVEL_CHECK,
    history: [],
    outputs: [],
    live: { on: settings.live === true },
    trace: { phase: 'none' },
    explorer: {},
    compiler: { phase: 'off' },
    compilerDiagnostics: [],
    runDiagnostics: [],
  };
}

function firstSettings({ exampleText }: StartPort): Settings {
  const text = exampleText('abstract') ?? '';
  return { ...exampleSettings('abstract', text), level: 'auto', method: 'bisection' };
}
