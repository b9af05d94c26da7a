import { productOf } from '../base/product.ts';
import { type Finding, objectsAt, type ValueProgram, type Verdict } from '../values/index.ts';
import type { Layout } from '../values/run/store.ts';
import { placeOf } from './verdicts-together.ts';

interface Ran extends Verdict {
  readonly layout?: Layout;
}

/** Parameters' arrays of a group, of lengths that nobody states, that an access is just beyond. */
function beyond(program: ValueProgram, { kind, assumed, span }: Finding): readonly string[] {
  if (kind !== 'bounds' || assumed === undefined) return [];
  return objectsAt(program, span).flatMap(({ name, space, length }) =>
    space === 'local' && length === 'assumed' ? [name] : [],
  );
}

/** A larger group may tell that an array is as long as several of them: a small one comes just beyond. */
export const mayBeLonger = (program: ValueProgram, { findings }: Ran): boolean =>
  program.isAnyGroup === true && findings.some((finding) => beyond(program, finding).length > 0);

/** The program with arrays of a group as long, for its size, as the largest group's were found to be. */
export function withLocalLengths(
  program: ValueProgram,
  ran: Ran,
  largest: ValueProgram | undefined,
  known: Ran | undefined,
): ValueProgram | undefined {
  if (largest === undefined || known?.layout === undefined || !mayBeLonger(program, ran))
    return undefined;
  const { bytes: lengths } = known.layout;
  const remaining = new Set(known.findings.map(placeOf));
  const share = productOf(program.local) / productOf(largest.local);
  const longer = new Set(
    ran.findings.flatMap((finding) =>
      remaining.has(placeOf(finding)) ? [] : beyond(program, finding),
    ),
  );
  if (longer.size === 0 || share >= 1) return undefined;
  const objects = program.objects.map((object, at) => {
    const bytes = Math.ceil((lengths[at] ?? 0) * share);
    return longer.has(object.name) && bytes > object.bytes ? { ...object, bytes } : object;
  });
  return { ...program, objects };
}
