import { Button } from 'react-aria-components';
import './skip-links.css';

/** The main places of the page, in the words of the links to them. */
const PLACES = [
  {
    label: 'To the kernel',
    find: '[data-editor=opencl-c] textarea, [data-editor=opencl-c] [role=textbox]',
  },
  { label: 'To the answer', find: '[aria-label=Result]' },
  { label: 'To the trace', find: '[aria-label=Counterexample], .value-trace' },
] as const;

/** The first stops of the Tab key: over all that stands before a place, right to it. Seen when they have the
 * focus. */
export const SkipLinks = () => (
  <nav className="skip-links" aria-label="Skip to">
    {PLACES.map(({ label, find }) => (
      <Button
        key={label}
        className="skip-link"
        onPress={() => goTo(document.querySelector<HTMLElement>(find))}
      >
        {label}
      </Button>
    ))}
  </nav>
);

function goTo(place: HTMLElement | null): void {
  // A region takes the focus only when it is sent there.
  if (place && place.tabIndex < 0) place.tabIndex = -1;
  place?.focus();
  place?.scrollIntoView({ block: 'nearest' });
}
