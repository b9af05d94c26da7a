import { create } from 'zustand';

/** The last unhandled fault: bugs are shown, not swallowed. */
export const useProblem = create<{ readonly message: string | null }>()(() => ({ message: null }));

export const report = (error: unknown): void =>
  useProblem.setState({ message: error instanceof Error ? error.message : String(error) });

/** Listens for faults nobody caught, from now until the page goes. */
export function catchStrayErrors(target: Window): void {
  target.addEventListener('error', (event) => {
    // Harmless: an observer took two frames to settle.
    if (event.error === null && event.message.startsWith('ResizeObserver loop')) return;
    report(event.error ?? event.message);
  });
  target.addEventListener('unhandledrejection', (event) => {
    report(event.reason);
  });
}
