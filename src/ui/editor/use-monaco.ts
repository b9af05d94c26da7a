import { useEffect, useState } from 'react';

export type MonacoModule = typeof import('./monaco.ts');
type Monaco = MonacoModule['monaco'];

/** The editor's code, once it has been fetched: `failed` where it could not be. */
export function useMonaco(): Monaco | 'loading' | 'failed' {
  const [state, setState] = useState<Monaco | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let wanted = true;
    import('./monaco.ts').then(
      ({ monaco }) => wanted && setState(monaco),
      () => wanted && setState('failed'),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return state;
}
