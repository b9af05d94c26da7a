import type { Failure, FailurePlace } from '../../session/index.ts';
import { Explained } from '../shared/explained.tsx';
import { Icon } from '../shared/icons.tsx';

const TITLES: Readonly<Record<FailurePlace, string>> = {
  spin: 'SPIN does not accept the model',
  compiler: 'The verifier could not be compiled',
  download: 'The compiler could not be fetched',
  verifier: 'The search failed',
  worker: 'A worker of the page has stopped',
  model: 'There is nothing to search yet',
};

/** What went wrong, what to do about it, and the tool's own words one press away. */
export function FailureCard({ failure }: { readonly failure: Failure }) {
  const title = TITLES[failure.place];
  return (
    <div role="alert" data-testid="failure">
      <p className="failure-title">
        <Icon name="error" />
        {title}
      </p>
      <p className="failure-words">
        {failure.message} <span className="result-soft">{failure.hint}</span>
      </p>
      {failure.detail !== undefined && (
        <Explained trigger="What the tool said" title={title}>
          <pre tabIndex={0}>{failure.detail}</pre>
        </Explained>
      )}
    </div>
  );
}
