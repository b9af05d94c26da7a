import { type ComponentType, type ReactNode, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { type OpenedDialogId, useOpened } from './opened.ts';

/** Mounts a part when it is first wanted; from then on it keeps its place. */
export function onceWanted(
  what: string,
  useIsWanted: () => boolean,
  Part: ComponentType,
  waiting?: ReactNode,
): ComponentType {
  return function OnceWanted() {
    const isWanted = useIsWanted();
    const [isMounted, setMounted] = useState(false);
    if (isWanted && !isMounted) setMounted(true);
    if (!isMounted) return null;
    return (
      <ErrorBoundary what={what} waiting={isWanted && waiting}>
        <Part />
      </ErrorBoundary>
    );
  };
}

/** A dialog, mounted once somebody has opened it. */
export const dialogOf = (id: OpenedDialogId, what: string, Part: ComponentType): ComponentType =>
  onceWanted(what, () => useOpened(({ dialog }) => dialog === id), Part);
