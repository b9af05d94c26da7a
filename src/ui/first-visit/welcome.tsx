import type { ReactNode } from 'react';
import './first-visit.css';

export const SHOW_ME = 'Show me, one minute';

/** The purpose and the tour, with the first paint. */
export const Welcome = ({ children }: { readonly children: ReactNode }) => (
  <aside className="welcome soft-text" aria-label="Welcome">
    Overtime tries every way to run a kernel and proves which one finishes first. {children}
  </aside>
);
