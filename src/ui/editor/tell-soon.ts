/** Milliseconds that telling may take and still follow each letter. */
const EASY = 6;
/** Where it takes longer it waits for the hand to rest, longer than between two letters, but never longer than that. */
const REST = 300;
const LONGEST = 2500;

export interface Soon {
  /** There is something to tell. */
  later(): void;
  /** Tells at once whatever waits. */
  now(): void;
  end(): void;
}

/** Tells of typing once a frame, so that letters which come together are one change; where that takes long, when the
 * hand rests. Whatever else is done in the page is done after it was told, so nothing typed is lost. */
export function tellSoon(tell: () => void): Soon {
  let since: number | undefined;
  let cost = 0;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const forget = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    since = undefined;
  };
  const now = (): void => {
    if (since === undefined) return;
    forget();
    const began = performance.now();
    tell();
    // Its display follows at once.
    queueMicrotask(() => (cost = performance.now() - began));
  };
  const later = (): void => {
    const at = performance.now();
    const isFirst = since === undefined;
    since ??= at;
    if (cost > EASY) {
      clearTimeout(timer);
      timer = setTimeout(now, Math.min(REST, since + LONGEST - at));
    } else if (isFirst) {
      frame = requestAnimationFrame(now);
      // A page that is not seen has no frames.
      timer = setTimeout(now, REST);
    }
  };
  const beforeKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void => {
    if (ctrlKey || metaKey || altKey || /^(F\d+|Escape|Tab)$/.test(key)) now();
  };
  const others = [
    'pagehide',
    'beforeunload',
    'visibilitychange',
    'pointerdown',
    'focusout',
  ] as const;
  const options = { capture: true };
  for (const name of others) addEventListener(name, now, options);
  addEventListener('keydown', beforeKey, options);
  return {
    later,
    now,
    end(): void {
      now();
      for (const name of others) removeEventListener(name, now, options);
      removeEventListener('keydown', beforeKey, options);
    },
  };
}
