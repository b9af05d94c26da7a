import type { Configuration } from '../../session/index.ts';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';

/** Searches all schedules of the configuration whose trace is open. It has its place before there is one:
 * the charts must not jump. */
export function SchedulesButton({ values }: { readonly values: Configuration | undefined }) {
  const { searchSchedules } = useCommands();
  const idle = useSessionState(
    (state) => state.run.phase !== 'running' && state.derived.obstacle === undefined,
  );
  return (
    <IconButton
      icon="schedules"
      label={
        values
          ? `Search all schedules of ${configurationsInWords([values])}`
          : 'Search all schedules of a configuration, once its trace is open'
      }
      isDisabled={!idle || !values}
      onPress={() => values && searchSchedules(values)}
    />
  );
}
