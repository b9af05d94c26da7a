import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '../../base/message.ts';
import { onDemand } from '../../base/on-demand.ts';

export type Monaco = (typeof import('./monaco.ts'))['monaco'];

interface Loaded {
  readonly monaco?: Monaco;
  /** Why it did not come, and what to do. */
  readonly failed?: ReactNode;
}

const part = onDemand(() => import('./monaco.ts'));

/** The editor's code, once it has come. */
export function useMonaco(): Loaded {
  const [loaded, setLoaded] = useState<{ readonly monaco?: Monaco; readonly error?: unknown }>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    part().then(
      ({ monaco }) => isWanted && setLoaded({ monaco }),
      (error: unknown) => isWanted && setLoaded({ error }),
    );
    return () => {
      isWanted = false;
    };
  }, [tries]);
  const { monaco, error } = loaded;
  if (monaco) return { monaco };
  if (error === undefined) return {};
  return {
    failed: (
      <span role="alert">
        The editor could not be fetched: {messageOf(error)}.{' '}
        <Button className="button link" onPress={() => setTries(tries + 1)}>
          Try again
        </Button>
        {' or '}
        <Button className="button link" onPress={() => location.reload()}>
          load the page again
        </Button>
      </span>
    ),
  };
}
