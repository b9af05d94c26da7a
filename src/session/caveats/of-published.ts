import type { Caveat } from './caveat.ts';
import type { Likeness } from './papers.ts';

/** A unit's rounds by the published models, and those with work.
 * @param groups of the whole kernel. */
export function publishedRounds(groups: number, devices: number, units: number) {
  const ofDevice = Math.floor(groups / devices) + (groups % devices);
  const ofUnit = Math.floor(ofDevice / units) + (ofDevice % units);
  return {
    counted: ofUnit === 1 ? 1 : ofUnit + 1,
    fair: Math.ceil(Math.ceil(groups / devices) / units),
  };
}

interface Facts {
  readonly likeness: Likeness | undefined;
  readonly constants: Readonly<Record<'ND' | 'NU' | 'size', number>>;
  /** Sizes of groups that were tuned. */
  readonly groupSizes: readonly number[];
  /** Counted by the published model of a reduction. */
  readonly isReduction: boolean;
}

/** Oddities of published times, with the errata where they bite. */
export function oddAsPublished({
  likeness,
  constants,
  groupSizes,
  isReduction,
}: Facts): readonly Caveat[] {
  if (likeness === undefined) return [];
  const caveats: Caveat[] = [];
  const bite = isReduction ? undefined : worstBite(constants, groupSizes);
  if (bite !== undefined)
    caveats.push({
      id: 'published-units',
      tone: 'warning',
      words: 'units are miscounted',
      meaning: `${bite} The published model gives a unit what is left over as well (groups / NU + groups % NU), and one round too many. Choose the semantics OpenCL to have it counted right.`,
    });
  if (likeness !== 'same')
    caveats.push({
      id: 'published-kernel',
      tone: likeness === 'other' ? 'warning' : 'note',
      words: likeness === 'other' ? 'as published: another kernel' : 'as published, edited kernel',
      meaning: `As published is the counting of the papers' two kernels, and this ${likeness === 'other' ? 'is another' : 'is one of them no longer as it stands there'}: a store to local memory is free, of a statement its dearest access alone counts, every phase takes a tick more, the first phase of a round overlaps the last one before, and one unit of one device stands for all. With more units than groups it looks slower, not faster (NU 16 up to nine times slower than NU 8), and a tiled product is best with TS 4 instead of 8. Choose the semantics OpenCL for a kernel of your own.`,
    });
  return caveats;
}

/** The sizes of groups that suffer most from the published rounds. */
function worstBite(
  { ND, NU, size }: Facts['constants'],
  groupSizes: readonly number[],
): string | undefined {
  const bites = groupSizes.flatMap((WG) => {
    const groups = Math.floor(size / WG);
    const { counted, fair } = publishedRounds(groups, ND, NU);
    // One round too many is in the papers' tables, even on one unit.
    return groups >= 1 && counted > fair + 1 ? [{ WG, groups, counted, fair }] : [];
  });
  const [worst] = bites.toSorted((a, b) => b.counted / b.fair - a.counted / a.fair);
  if (!worst) return undefined;
  const { WG, groups, counted, fair } = worst;
  return `With WG ${WG} there are ${groups} groups on ${ND * NU} units, and each does ${counted} rounds here, where ${fair} would do.`;
}
