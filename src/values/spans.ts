import type { Span } from '../base/span.ts';
import type { ValueProgram } from './program.ts';

/** A program with each place in it changed. */
export function withSpans(program: ValueProgram, change: (span: Span) => Span): ValueProgram {
  const at = <T extends { readonly span: Span }>(each: T): T => ({
    ...each,
    span: change(each.span),
  });
  return {
    ...at(program),
    ...(program.assumptions !== undefined && {
      assumptions: program.assumptions.map((each) => ({
        ...each,
        span: each.span && change(each.span),
      })),
    }),
    objects: program.objects.map(at),
    registers: program.registers.map((register) =>
      register.span === undefined ? register : { ...register, span: change(register.span) },
    ),
    code: program.code.map(at),
    ensures: program.ensures.map(at),
    twins: program.twins.map((twin) => ({ ...at(twin), program: withSpans(twin.program, change) })),
  };
}
