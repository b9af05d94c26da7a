import { Button } from 'react-aria-components';
import './skip-links.css';

const PLACES = [
  {
    label: 'To the kernel',
    find: '[data-editor=opencl-c] textarea, [data-editor=opencl-c] [role=textbox]',
  },
  { label: 'To the answer', find: '[aria-label=Result]' },
  { label: 'To the trace', find: '.trace-pane' },
] as const;

/** The first Tab stops, visible when focused. */
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
