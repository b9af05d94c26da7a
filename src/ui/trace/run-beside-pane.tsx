import { isStale } from '../../session/outdated.ts';
import type { RunPlace } from '../../trace/index.ts';
import type { Span } from '../../base/span.ts';
import { FollowingEditor } from '../editor/following-editor.tsx';
import { OPENCL_C } from '../editor/languages/opencl-c.ts';
import { PlatformStage } from '../platform/platform-stage.tsx';
import { useCommands, useSessionState } from '../shared/session-context.tsx';
import { setFilter } from './moves.ts';
import './run-beside.css';
import { goToKernelLine } from './source-links.ts';
import { traceStore, useTraceState } from './trace-state.ts';

/** The kernel's line and the machine at the cursor, beside a run that fills the window. */
export function RunBeside() {
  const commands = useCommands();
  const text = useSessionState(({ settings }) => settings.kernelText);
  const stale = useSessionState(isStale);
  const layout = useTraceState((state) => state.layout);
  const only = useTraceState(({ filter }) => filter.only);
  const trace = layout?.run.timed;
  return (
    <div className="whole column">
      <div className="fills">
        <FollowingEditor
          stepOf={kernelStep}
          isStale={stale}
          text={text}
          language={OPENCL_C}
          label="The line at the cursor"
          onLine={(line) => !stale && void goToKernelLine(commands, text, line)}
        />
      </div>
      {trace && !stale && (
        <section className="run-beside-machine" aria-label="The machine at the cursor">
          <PlatformStage
            trace={trace}
            stops={layout.stops}
            only={only}
            live={traceStore}
            onOnly={showOnly}
          />
        </section>
      )}
    </div>
  );
}

const kernelStep = ({ kernel }: RunPlace): Span | undefined => kernel;

const showOnly = (only: ReadonlySet<number>): void => setFilter({ only });
