import type { StepRun } from '../src/spin/step-run.ts';
import { fullName, ModelTrace } from '../src/trace/index.ts';

/** A run for JSON: who did what, where, and with which changes. */
export function readableSteps(run: StepRun): object {
  const trace = new ModelTrace(run);
  const { cycleStart, problem, isCut } = run;
  return {
    ...(cycleStart !== undefined && { cycleStart }),
    ...(problem !== undefined && { problem }),
    ...(isCut === true && { isCut }),
    steps: run.steps.map((step, index) => {
      const { number, line, file, statement, message, printed } = step;
      const { label, pid } = trace.processOf(index) ?? {};
      const other = trace.transferAt(index);
      const partner = other?.send === index ? other.receive : other?.send;
      return {
        step: number,
        process: label,
        ...(pid !== undefined && { pid }),
        line,
        ...(file !== undefined && { file }),
        statement,
        ...(message && {
          message: {
            kind: message.kind,
            channel: other?.channel ?? message.channel,
            fields: message.fields,
            // The message's other end, counted from 0 in this list.
            ...(partner !== undefined && { with: partner }),
          },
        }),
        ...(printed.length > 0 && { printed }),
        values: Object.fromEntries(
          step.changes.flatMap(([at, value]) => {
            const variable = run.variables[at];
            return variable ? [[fullName(trace, variable), value]] : [];
          }),
        ),
      };
    }),
  };
}
