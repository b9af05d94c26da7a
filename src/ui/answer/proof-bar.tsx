import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { open } from '../shared/opened.ts';
import { HowBar } from '../top-bar/how-bar.tsx';

/** By which search, and its log; changed here by those who know.
 * @param children the verdict, while there is no answer to stand beside. */
export const ProofBar = ({ children }: { readonly children: ReactNode }) => (
  <div className="proof-line row note">
    searched by
    <HowBar />
    <Button
      className="button link"
      aria-label="The search"
      onPress={() => open({ results: 'search' })}
    >
      the search
    </Button>
    <Button
      className="button link"
      aria-label="Earlier runs"
      onPress={() => open({ results: 'runs' })}
    >
      earlier runs
    </Button>
    {children}
  </div>
);
