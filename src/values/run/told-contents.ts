import type { Assumed, Finding } from '../finding.ts';
import { lazy } from '../../base/lazy.ts';
import type { Instruction, Value, ValueProgram } from '../program.ts';
import { valuesOf } from '../walk.ts';
import type { ByArguments } from './by-arguments.ts';
import { unstatedIn } from './dependence.ts';
import { flowOf } from './flow.ts';

/** Faults that rest on contents which the host's text tells, and which are not followed: others were taken. */
export function byToldContents(
  program: ValueProgram,
  led: Pick<ByArguments, 'sidesTo'>,
): (finding: Pick<Finding, 'kind' | 'span'>) => Assumed | undefined {
  const { code, objects } = program;
  const isTold = (object: number): boolean => {
    const { input } = objects[object] ?? {};
    return input?.kind === 'unknown' && input.isTold === true;
  };
  if (!objects.some((_, object) => isTold(object))) return () => undefined;
  const unstated = lazy(() => unstatedIn(program, flowOf(program)));
  return ({ kind, span }) => {
    const values = code.flatMap((step, at) => {
      if (step.span?.start !== span.start || step.span.end !== span.end) return [];
      const guards = led.sidesTo(at).flatMap(({ instruction }) => {
        const guard = code[instruction];
        return guard?.kind === 'branch' ? [guard.condition] : [];
      });
      return [...partsOf(step, kind), ...guards];
    });
    const on = values.flatMap((value) => unstated()(value));
    const names = new Set(
      on.flatMap((each) =>
        each.kind === 'elements' && isTold(each.object) ? (objects[each.object]?.name ?? []) : [],
      ),
    );
    if (names.size === 0) return undefined;
    const words = [...names].join(' and ');
    return {
      words: `${words} may hold what was taken for the contents that the host gives`,
      so: [],
      otherwise: [],
      usual: `${words} holds other contents`,
    };
  };
}

/** Stored values decide no place. */
const partsOf = (step: Instruction, kind: Finding['kind']): readonly Value[] =>
  'address' in step && kind !== 'uninitialised' ? [step.address] : valuesOf(step);
