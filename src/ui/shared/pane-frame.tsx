import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { maximise, type PaneId, toggleMaximised, useMaximised, noteUse } from './maximised.ts';

interface Props {
  readonly id: PaneId;
  readonly children: ReactNode;
}

/** A pane that can fill the window. All stay mounted, so nothing is lost; hidden ones take no focus. */
export function PaneFrame({ id, children }: Props) {
  const filling = useMaximised(({ pane }) => pane);
  const frame = useRef<HTMLDivElement>(null);
  const isFilling = filling === id;
  useEffect(() => {
    const node = frame.current;
    if (!isFilling || !node) return undefined;
    const before = document.activeElement;
    // Brings the focus along, and back afterwards.
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

/** Fills the window with its pane, or restores it. */
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

/** Inert while a pane fills the window. */
export function AroundPanes({ children }: { readonly children: ReactNode }) {
  const isBehind = useMaximised(({ pane }) => pane !== null);
  return (
    <div className="around-panes" inert={isBehind}>
      {children}
    </div>
  );
}

/** Escape restores the pane unless something in it uses the key. */
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
    // A tooltip on a button would use Escape up.
    const early = (event: KeyboardEvent): void => {
      if (event.target instanceof Element && event.target.closest('button')) leave(event);
    };
    window.addEventListener('keydown', early, { signal, capture: true });
    // Before page actions, so that Escape does not also cancel a run.
    document.addEventListener('keydown', leave, { signal });
    return () => ending.abort();
  }, []);
}

/** Closed before the pane. */
const OVERLAYS = '.popover, [role=dialog], [role=alertdialog]';
