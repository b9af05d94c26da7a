import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { maximise, type PaneId, toggleMaximised, useMaximised, noteUse } from './maximised.ts';

interface Props {
  readonly id: PaneId;
  readonly children: ReactNode;
}

/** A pane that can fill the window. It stays mounted where it is, and so do the others, behind it: nothing
 * that was typed, scrolled or chosen is lost. What cannot be seen cannot be reached by keys either. */
export function PaneFrame({ id, children }: Props) {
  const filling = useMaximised(({ pane }) => pane);
  const frame = useRef<HTMLDivElement>(null);
  const isFilling = filling === id;
  useEffect(() => {
    const node = frame.current;
    if (!isFilling || !node) return undefined;
    const before = document.activeElement;
    // From another pane, which is out of reach now, the focus comes along; and it goes back afterwards.
    if (!node.contains(before)) node.focus();
    return () => {
      const isNowhere = document.activeElement === node || document.activeElement === document.body;
      if (isNowhere && before instanceof HTMLElement && before.isConnected)
        requestAnimationFrame(() => before.focus());
    };
  }, [isFilling]);
  return (
    <div
      ref={frame}
      className={isFilling ? 'pane-frame filling' : 'pane-frame'}
      inert={filling !== null && !isFilling}
      tabIndex={-1}
      onFocusCapture={() => noteUse(id)}
      onPointerDownCapture={() => noteUse(id)}
    >
      {children}
    </div>
  );
}

/** In the head of a pane: lets it fill the window, or brings it back. */
export function FillButton({ id }: { readonly id: PaneId }) {
  const isFilling = useMaximised(({ pane }) => pane === id);
  return (
    <IconButton
      icon={isFilling ? 'shrink' : 'fill'}
      label={isFilling ? 'Back to its place' : 'Fill the window'}
      keys={isFilling ? ['Escape'] : ['F9']}
      isOn={isFilling}
      onPress={() => toggleMaximised(id)}
    />
  );
}

/** What stands around the panes: out of reach while one of them fills the window. */
export function AroundPanes({ children }: { readonly children: ReactNode }) {
  const isBehind = useMaximised(({ pane }) => pane !== null);
  return (
    <div className="around-panes" inert={isBehind}>
      {children}
    </div>
  );
}

/** Brings the pane that fills the window back to its place with Escape, where nothing in it has a use for
 * that key: a card, a menu, the find field of an editor. */
export function useLeaveKey(): void {
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const leave = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (useMaximised.getState().pane === null || document.querySelector(OVERLAYS)) return;
      event.preventDefault();
      event.stopPropagation();
      maximise(null);
    };
    // Of a button Escape takes its tooltip away, which is no use that anybody asked for.
    const early = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('button')) leave(event);
    };
    window.addEventListener('keydown', early, { signal, capture: true });
    // Before the actions of the page: Escape does not also cancel a run.
    document.addEventListener('keydown', leave, { signal });
    return () => ending.abort();
  }, []);
}

/** What lies above a pane and is closed first. */
const OVERLAYS = '.popover, [role=dialog], [role=alertdialog]';
