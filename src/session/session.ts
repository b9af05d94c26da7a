import grammarUrl from 'tree-sitter-c/tree-sitter-c.wasm?url';
import runtimeUrl from 'web-tree-sitter/web-tree-sitter.wasm?url';
import { createKernelParser } from '../kernel/index.ts';
import { createBrowserToolchain, hasCompiler } from '../spin/client-browser.ts';
import { createSessionWith, type Session } from './core.ts';
import { browserHistory } from './kept/history-storage.ts';
import { EXAMPLES } from './examples.ts';
import type { SettingsStorage } from './kept/stored-settings.ts';

/** The session of a page. */
export function createSession(): Session {
  return createSessionWith({
    parser: () => createKernelParser(runtimeUrl, grammarUrl),
    toolchain: () => createBrowserToolchain(),
    hasCompiler,
    storage: pageStorage(),
    exampleText: (id) => EXAMPLES.find((example) => example.id === id)?.text,
    history: browserHistory(),
    now: () => performance.now(),
    date: () => Date.now(),
    pause,
    memoryMB: 2048,
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** `localStorage`, whose mere mention can throw where the browser refuses it. */
function pageStorage(): SettingsStorage {
  try {
    return window.localStorage;
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}
