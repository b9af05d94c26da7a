import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { setFilter } from './moves.ts';
import { useTraceState } from './trace-state.ts';

/** Says that the charts show one part of the platform only, and takes that filter away. */
export function OnlyButton() {
  const only = useTraceState(({ filter }) => filter.only);
  const run = useTraceState(({ layout }) => layout?.run);
  const [chosen] = only;
  if (chosen === undefined || !run) return null;
  const name = run.label(chosen);
  return (
    <Button
      className="only-button"
      aria-label={`Only ${name} is shown. Show all again`}
      onPress={() => setFilter({ only: new Set() })}
    >
      only {name}
      <Icon name="close" size={12} />
    </Button>
  );
}
