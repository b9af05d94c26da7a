import { Button } from 'react-aria-components';
import type { Caveat } from '../../session/caveats/caveats.ts';
import { count } from '../../base/words.ts';
import { Explained } from '../shared/explained.tsx';
import { Icon, type IconName } from '../shared/icons.tsx';
import './caveat-chips.css';

const ICONS: Readonly<Record<Caveat['tone'], IconName>> = {
  wrong: 'error',
  warning: 'warning',
  note: 'info',
};

interface Props {
  readonly caveats: readonly Caveat[];
  /** The others stand behind one button. */
  readonly most: number;
  /** Shows a place in the kernel. */
  readonly onPlace: (offset: number) => void;
}

/** A word or two each; pressing one explains it. */
export function CaveatChips({ caveats, most, onPlace }: Props) {
  const shown = caveats.length <= most ? caveats : caveats.slice(0, most - 1);
  const rest = caveats.slice(shown.length);
  return (
    <span className="caveats inline-row" role="group" aria-label="What limits this answer">
      {shown.map((caveat) => (
        <Explained
          key={caveat.id}
          className={`caveat caveat-${caveat.tone}`}
          label={`${caveat.words}: what it means`}
          title={sentence(caveat.words)}
          trigger={
            <>
              <Icon name={ICONS[caveat.tone]} size={14} />
              <span data-testid={`caveat-${caveat.id}`}>{caveat.words}</span>
            </>
          }
        >
          <Meaning caveat={caveat} onPlace={onPlace} />
        </Explained>
      ))}
      {rest.length > 0 && (
        <Explained
          className="caveat caveat-note"
          dialogClass="explanation caveat-list"
          label={`${count(rest.length, 'more limit')} of this answer`}
          title="What else limits this answer"
          trigger={`${rest.length} more`}
        >
          {rest.map((caveat) => (
            <section key={caveat.id}>
              <h2>{sentence(caveat.words)}</h2>
              <Meaning caveat={caveat} onPlace={onPlace} />
            </section>
          ))}
        </Explained>
      )}
    </span>
  );
}

function Meaning({
  caveat: { meaning, place },
  onPlace,
}: Pick<Props, 'onPlace'> & { readonly caveat: Caveat }) {
  return (
    <>
      <p>{meaning}</p>
      {place && (
        <Button className="button link" slot="close" onPress={() => onPlace(place.start)}>
          Show where
        </Button>
      )}
    </>
  );
}

const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
