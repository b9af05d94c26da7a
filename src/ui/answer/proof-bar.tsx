import { Button } from 'react-aria-components';
import { open } from '../shared/opened.ts';
import { HowBar } from '../top-bar/how-bar.tsx';

/** By which search, and its log; changed here by those who know. */
export const ProofBar = () => (
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
  </div>
);
