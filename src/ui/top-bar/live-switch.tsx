import { Switch } from 'react-aria-components';

interface Props {
  readonly on: boolean;
  /** Why it waits, in one sentence. */
  readonly held: string | undefined;
  readonly onChange: (on: boolean) => void;
}

/** Whether the page tunes by itself after an edit; its title says why it waits, where it does. */
export function LiveSwitch({ on, held, onChange }: Props) {
  return (
    <span
      className="live"
      title={
        held ??
        'Tunes again shortly after an edit: branch and bound at level accelerated, where that is quick'
      }
    >
      <Switch className="switch" isSelected={on} onChange={onChange}>
        <span className={held === undefined ? 'switch-track' : 'switch-track held'} />
        Live
      </Switch>
    </span>
  );
}
