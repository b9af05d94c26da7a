import { Button } from 'react-aria-components';
import { Icon } from '../shared/icons.tsx';
import { setFilter } from './moves.ts';
import { useTraceState } from './trace-state.ts';

/** Says that the charts show one part of the platform only, and takes that filter away. */
export function OnlyButton() {
  const only = useTraceState(({ filter }) => filter.only);
  const trace = useTraceState(({ layout }) => layout?.trace);
  const [chosen] = only;
  if (chosen === undefined || !trace) return null;
  const name = trace.label(chosen);
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
