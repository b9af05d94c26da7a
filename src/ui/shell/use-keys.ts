import { useEffect } from 'react';
import { type Action, isPressed, type Page } from '../shared/action.ts';
import { usePage } from '../shared/session-context.tsx';

// The focus may have its own use for keys here; the chart over time leaves the run's keys to the run.
const OWN_KEYS =
  'input, textarea, select, [contenteditable], .monaco-editor, [role=slider], [role=tablist], [role=listbox], [role=radiogroup], [role=separator], [role=dialog], [role=toolbar], [role=application]:not(.gantt), [role=menu]';
// Where a text is written: it has its own undo.
const TEXTS =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, [contenteditable], .monaco-editor';
const OWN_SPACE = `${OWN_KEYS}, button, [role=switch], label`;

const isIn = (target: EventTarget | null, places: string): boolean =>
  target instanceof Element && target.closest(places) !== null;

/** Listens for the keys of actions. */
export function useKeys(actions: readonly Action<Page>[]): void {
  const page = usePage();
  useEffect(() => {
    // Before the editor sees it: there, Ctrl+Enter would open a line.
    const everywhere = (event: KeyboardEvent): void => {
      const action = actions.find((each) => each.scope === 'everywhere' && isPressed(each, event));
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      if (action.isEnabled?.(page()) ?? true) action.run(page());
    };
    const elsewhere = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const isOwn = isIn(event.target, event.key === ' ' ? OWN_SPACE : OWN_KEYS);
      const isText = isIn(event.target, TEXTS);
      const isHeard = ({ scope }: Action<Page>): boolean =>
        scope === 'unused' || (scope === 'beside-texts' ? !isText : !isOwn);
      const action = actions.find(
        (each) =>
          each.scope !== 'everywhere' &&
          isPressed(each, event) &&
          isHeard(each) &&
          (each.isEnabled?.(page()) ?? true),
      );
      if (!action) return;
      event.preventDefault();
      action.run(page());
    };
    window.addEventListener('keydown', everywhere, { capture: true });
    window.addEventListener('keydown', elsewhere);
    return () => {
      window.removeEventListener('keydown', everywhere, { capture: true });
      window.removeEventListener('keydown', elsewhere);
    };
  }, [page, actions]);
}
