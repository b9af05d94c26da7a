import { quietly } from './page-storage.ts';

/** What tabs keep together. */
export type Shared = 'runs' | 'kernels';

/** The other tabs of this site. */
export interface OtherTabs {
  /** Says that something has been changed. */
  tell(what: Shared): void;
  /** Is told what another tab has changed. */
  listen(hear: (what: Shared) => void): void;
}

/** Tabs of a browser, by a channel; where there is none each sees the others' changes at its next reload. */
export function browserTabs(): OtherTabs {
  const channel = quietly(() => new BroadcastChannel('overtime'));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    tell: (what) => channel?.postMessage(what),
    listen: (hear) =>
      channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data === 'runs' || data === 'kernels') hear(data);
      }),
  };
}
