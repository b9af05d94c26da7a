import { type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { messageOf } from '../../base/message.ts';
import { importPart } from '../../base/part.ts';

export type Monaco = (typeof import('./monaco.ts'))['monaco'];

interface Loaded {
  readonly monaco?: Monaco;
  /** Why it did not come, and what to do. */
  readonly failed?: ReactNode;
}

let failures = 0;

/** The editor's code, once it has come. */
export function useMonaco(): Loaded {
  const [loaded, setLoaded] = useState<{ readonly monaco?: Monaco; readonly error?: unknown }>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    importPart(() => import('./monaco.ts'), failures).then(
      ({ monaco }) => isWanted && setLoaded({ monaco }),
      (error: unknown) => {
        failures += 1;
        if (isWanted) setLoaded({ error });
      },
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
