import type { ReactNode } from 'react';
import './first-visit.css';

export const SHOW_ME = 'Show me, in under a minute';
export const NO_THANKS = 'I will find my way';

/** The purpose and the first button, with the first paint. */
export const Welcome = ({ children }: { readonly children: ReactNode }) => (
  <aside className="welcome row" aria-label="Welcome">
    <p>
      <strong>Overtime finds the fastest way to run a kernel, without the machine.</strong> The
      kernel stands on the left, the machine below it; the model checker SPIN tries every work-group
      size and tile size, and proves which one finishes first. Change either and press{' '}
      <strong>Tune</strong>: the answer, and the reason for it, are on the right.
    </p>
    <div className="welcome-buttons">{children}</div>
  </aside>
);
