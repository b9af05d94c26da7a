import { quietly } from './page-storage.ts';

/** Kept by all tabs together. */
export type Shared = 'runs' | 'kernels';

/** The other tabs of this site. */
export interface OtherTabs {
  /** Says that something has been changed. */
  tell(what: Shared): void;
  /** Is told what another tab has changed. */
  listen(hear: (what: Shared) => void): void;
}

/** Without channels, tabs see each other's changes only after a reload. */
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
