import { loadNewer, OFFLINE } from '../../offline/offline.ts';
import type { Action } from '../shared/action.ts';
import { bytes } from '../../base/words.ts';
import {
  cancelCompiler,
  compilerBytes,
  makeCompilerAvailable,
  removeCompiler,
  useKeptCompiler,
} from './compiler-state.ts';

const phase = () => useKeptCompiler.getState().phase;

export const MAKE_AVAILABLE = {
  id: 'offline-compiler',
  group: 'Offline',
  label: 'Make the C compiler available offline',
  labelOn: () => `Make the C compiler available offline (${bytes(compilerBytes())})`,
  isEnabled: () => phase() !== 'fetching' && phase() !== 'kept',
  run: () => void makeCompilerAvailable(),
} satisfies Action;

export const CANCEL_FETCHING = {
  id: 'offline-compiler-cancel',
  group: 'Offline',
  label: 'Stop fetching the C compiler',
  isEnabled: () => phase() === 'fetching',
  run: cancelCompiler,
} satisfies Action;

export const REMOVE_COMPILER = {
  id: 'offline-compiler-remove',
  group: 'Offline',
  label: 'Remove the C compiler from this browser',
  isEnabled: () => phase() === 'kept',
  run: () => void removeCompiler(),
} satisfies Action;

export const LOAD_NEWER = {
  id: 'load-newer',
  group: 'Version',
  label: 'Load the newer version now',
  isEnabled: () => OFFLINE.getState().isNewer,
  run: () => void loadNewer(),
} satisfies Action;

/** Everything about the site without a network, and its next version. */
export const OFFLINE_ACTIONS: readonly Action[] = [
  MAKE_AVAILABLE,
  CANCEL_FETCHING,
  REMOVE_COMPILER,
  LOAD_NEWER,
];
