import { useMemo } from 'react';
import { configurationsInWords } from '../shared/configuration-words.ts';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { useResultView } from '../results/results-pane.tsx';
import type { PageCommand } from './page-commands.ts';

/** What makes an answer surer: the check of the level, and all schedules of the configuration that is
 * chosen, open, or the best. */
export function useProofCommands(): readonly PageCommand[] {
  const { checkLevel, cancelLevelCheck, searchSchedules } = useCommands();
  const checking = useSessionState((state) => state.levelCheck.phase === 'running');
  const possible = useSessionState((state) => state.derived.obstacle === undefined);
  const level = useSessionState((state) => state.derived.level);
  const running = useSessionState((state) => state.run.phase === 'running');
  const values = useSessionState(
    ({ chosen, trace, run }) => chosen ?? trace.values ?? run.result?.optima[0],
  );
  return useMemo(() => {
    const commands: PageCommand[] = [];
    if (checking) {
      const title = 'Cancel the check of the level';
      commands.push({ id: 'check-level', title, run: cancelLevelCheck });
    } else if (possible && level !== 'free') {
      commands.push({
        id: 'check-level',
        title: 'Check this level against the one below',
        run() {
          useResultView.setState({ open: 'search' });
          checkLevel();
        },
      });
    }
    if (values && possible && !running) {
      commands.push({
        id: 'schedules',
        title: `Search all schedules of ${configurationsInWords([values])}`,
        run: () => searchSchedules(values),
      });
    }
    return commands;
  }, [checking, possible, level, running, values, checkLevel, cancelLevelCheck, searchSchedules]);
}
