import { useEffect } from 'react';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { TRACE_KEYS, traceKey } from '../trace/keys.ts';

/** Every key of the page, as the help lists them. */
export const KEYS: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['Ctrl', 'Enter'], does: 'Tune (Cmd on a Mac)' },
  { keys: ['Esc'], does: 'Cancel the run in progress' },
  { keys: ['F1'], does: 'Every command by name (or Ctrl Shift P)' },
  ...TRACE_KEYS,
  { keys: ['N'], does: 'Next slower cell, in the map; with Shift the next faster' },
  { keys: ['Enter'], does: 'Open the trace of the cell, in the map' },
  { keys: ['F8'], does: 'Next problem, in the kernel editor' },
  { keys: ['Ctrl', 'M'], does: 'Let Tab leave the editor, or indent in it again' },
  { keys: ['?'], does: 'This list' },
];

// Where keys belong to what is focused: fields, editors, and widgets that use arrows or space themselves.
const OWN_KEYS =
  'input, textarea, select, [contenteditable], .monaco-editor, [role=slider], [role=tablist], [role=listbox], [role=radiogroup], [role=separator], [role=dialog], [role=toolbar], [role=application], [role=menu]';

const ownsKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(OWN_KEYS) !== null;

const ownsSpace = (target: EventTarget | null): boolean =>
  ownsKeys(target) ||
  (target instanceof Element && target.closest('button, [role=switch], label') !== null);

/** Listens for the page's keys. Tune works everywhere, the editor included; the others leave alone
 * whatever has a use for the key itself. */
export function useKeys(openHelp: () => void, openPalette: () => void): void {
  const commands = useCommands();
  const running = useSessionState((state) => state.run.phase === 'running');
  useEffect(() => {
    // Before the editor sees it: there, Ctrl+Enter would open a line.
    const everywhere = (event: KeyboardEvent): void => {
      const control = event.ctrlKey || event.metaKey;
      const palette =
        event.key === 'F1' || (control && event.shiftKey && event.key.toLowerCase() === 'p');
      const tune = control && event.key === 'Enter';
      if (!palette && !tune) return;
      event.preventDefault();
      event.stopPropagation();
      if (palette) openPalette();
      else commands.tune();
    };
    const other = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && running) return commands.cancel();
      if (event.key === '?' && !ownsKeys(event.target)) return openHelp();
      if (event.key === ' ' ? ownsSpace(event.target) : ownsKeys(event.target)) return;
      if (traceKey(event.key, event.shiftKey)) event.preventDefault();
    };
    window.addEventListener('keydown', everywhere, { capture: true });
    window.addEventListener('keydown', other);
    return () => {
      window.removeEventListener('keydown', everywhere, { capture: true });
      window.removeEventListener('keydown', other);
    };
  }, [commands, running, openHelp, openPalette]);
}
