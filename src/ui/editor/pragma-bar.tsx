import * as v from 'valibot';
import { Button } from 'react-aria-components';
import type { PragmaBlock } from '../../language/index.ts';
import { Icon } from '../shared/icons.tsx';
import { keptStore } from '../shared/kept-store.ts';
import './pragma-bar.css';

/** Pragmas of an example are one line until somebody wants to read them. */
const usePragmas = keptStore<{ readonly isOpen: boolean }>(
  'overtime-pragmas',
  v.object({ isOpen: v.boolean() }),
  { isOpen: false },
);

export const showPragmas = (isOpen: boolean): void => void usePragmas.setState({ isOpen });

export const usePragmasShown = (): boolean => usePragmas(({ isOpen }) => isOpen);

interface Props {
  readonly block: PragmaBlock;
  readonly isOpen: boolean;
}

/** Says in one line what the pragmas say, and opens them. */
export function PragmaBar({ block: { words, first, last }, isOpen }: Props) {
  return (
    <Button
      className="pragma-bar row"
      aria-expanded={isOpen}
      aria-label={`${words}: lines ${first} to ${last}`}
      onPress={() => showPragmas(!isOpen)}
    >
      <Icon name="chevron" size={14} />
      <span className="clipped">{words}</span>
    </Button>
  );
}
