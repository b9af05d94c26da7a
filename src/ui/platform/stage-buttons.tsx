import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveCursor } from '../trace/cursor.ts';
import type { StageLayout } from './stage-layout.ts';
import type { PartNow, StagePart } from './stage-parts.ts';

interface Props {
  readonly layout: StageLayout;
  readonly doing: (part: StagePart, event: number) => PartNow;
  readonly live: LiveCursor;
  /** The part that the charts are filtered to. */
  readonly chosen: number | undefined;
  readonly onPick: (pid: number) => void;
}

/** Steps of the focus by key, in the order of the parts. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: -Infinity,
  End: Infinity,
};

/** Parts for keys, pointers and screen readers: one Tab stop, arrows between parts. */
export function StageButtons({ layout, doing, live, chosen, onPick }: Props) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<number>();
  const buttons = (): HTMLElement[] => [
    ...(toolbar.current?.querySelectorAll<HTMLElement>('[data-part]') ?? []),
  ];
  const tell = useEffectEvent(() => {
    const { event } = live.getState().seen;
    for (const button of buttons()) {
      const placed = layout.byPid.get(Number(button.dataset['part']));
      if (!placed) continue;
      const { state, sentence } = doing(placed.part, event);
      if (button.ariaLabel === sentence) continue;
      button.title = sentence;
      button.ariaLabel = sentence;
      button.dataset['state'] = state;
    }
  });
  useEffect(() => tell(), [layout, doing]);
  useEffect(
    () =>
      live.subscribe((now, before) => {
        if (now.seen !== before.seen) tell();
      }),
    [live],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    const at = all.findIndex((button) => button === document.activeElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  };
  const [first] = layout.parts;
  return (
    <div
      ref={toolbar}
      className="stage-parts"
      role="toolbar"
      tabIndex={-1}
      aria-label="Parts of the platform. Enter shows only a part in the charts"
      onKeyDown={onKeyDown}
    >
      {layout.parts.map(({ part: { pid, name }, head }) => (
        <button
          key={pid}
          type="button"
          data-part={pid}
          className="stage-part"
          // Its state is part of its name.
          aria-label={name}
          aria-pressed={pid === chosen}
          tabIndex={pid === (current ?? first?.part.pid) ? 0 : -1}
          style={{ left: head.x, top: head.y, width: head.width, height: head.height }}
          onFocus={() => setCurrent(pid)}
          onClick={() => onPick(pid)}
        />
      ))}
    </div>
  );
}
