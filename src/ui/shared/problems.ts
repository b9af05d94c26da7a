import { create } from 'zustand';

interface Problems {
  /** What went wrong last and nobody else has shown. */
  readonly message: string | null;
  report(error: unknown): void;
  dismiss(): void;
}

/** Faults that reached the window: they are bugs, and are shown rather than swallowed. */
export const useProblems = create<Problems>()((set) => ({
  message: null,
  report: (error) => set({ message: error instanceof Error ? error.message : String(error) }),
  dismiss: () => set({ message: null }),
}));

/** Listens for faults nobody caught, from now until the page goes. */
export function catchStrayErrors(target: Window): void {
  target.addEventListener('error', (event) => {
    // A notice of the browser without an error behind it: an observer took two frames to settle.
    if (event.error === null && event.message.startsWith('ResizeObserver loop')) return;
    useProblems.getState().report(event.error ?? event.message);
  });
  target.addEventListener('unhandledrejection', (event) => {
    useProblems.getState().report(event.reason);
  });
}
