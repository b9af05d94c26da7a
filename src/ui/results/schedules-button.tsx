import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import type { Configuration } from '../../session/index.ts';
import { configurationsInWords } from '../result/words.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';

/** Searches all schedules of the configuration whose trace is open. */
export function SchedulesButton({ values }: { readonly values: Configuration | undefined }) {
  const { searchSchedules } = useCommands();
  const idle = useSessionState(
    (state) => state.run.phase !== 'running' && state.derived.obstacle === undefined,
  );
  if (!values) return null;
  const where = configurationsInWords([values]);
  return (
    <TooltipTrigger delay={400}>
      <Button
        className="button small"
        aria-label={`Search all schedules of ${where}`}
        isDisabled={!idle}
        onPress={() => searchSchedules(values)}
      >
        All schedules
      </Button>
      <Tooltip className="tooltip" offset={4}>
        Whether {where}, whose trace is open, takes the same time in every order of its processes
      </Tooltip>
    </TooltipTrigger>
  );
}
