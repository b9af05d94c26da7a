import type { Span } from '../../base/span.ts';
import type { Pragma } from '../../front/pragma.ts';
import type { HostFault, StatedLaunch } from '../../front/syntax.ts';
import type { Assumption } from '../finding.ts';

/** Doubts about the host that launches a kernel. */

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** The host launches it otherwise elsewhere, which was not run. */
export function otherLaunches(
  { statedToRun = [], otherLaunches: others = [] }: StatedLaunch,
  pragmas: readonly Pragma[],
  lineOf: (span: Span) => number,
): Assumption | undefined {
  const own = statedToRun.find((each) => each.kind === 'items' && pragmas.includes(each));
  if (own === undefined || others.length === 0) return undefined;
  const lines = LIST.format(others.map((span) => String(lineOf(span))));
  const line = lineOf(own.span);
  return {
    what: 'other launches',
    why: `The host launches the kernel otherwise in line ${lines}; the launch in line ${line} was run.`,
    hint: 'Choose one by its line, --launch-line N, or all of them, --all-launches.',
    span: own.span,
    weakens: false,
    touches: 'none',
    holdsIf: `it is launched as in line ${line}`,
  };
}

/** Faults of the host in words. */
const FAULTS: Readonly<
  Record<HostFault['is'], (line: number) => Pick<Assumption, 'why' | 'hint' | 'holdsIf'>>
> = {
  'other direction': (line) => ({
    why: `The copy in line ${line} names another direction than its memory has: it fails, and copies nothing.`,
    hint: 'Name the direction from the source to the target, or cudaMemcpyDefault.',
    holdsIf: `the copy in line ${line} is not needed`,
  }),
  'not waited for': (line) =>
    unwaited(line, `The host uses memory that the launch in line ${line} sets`),
  'read meanwhile': (line) =>
    unwaited(line, `The host changes memory that the launch in line ${line} reads`),
};

const unwaited = (line: number, fault: string) => ({
  why: `${fault}, and does not wait for it.`,
  hint: 'Wait before: cudaDeviceSynchronize();',
  holdsIf: `somebody waits for the launch in line ${line}`,
});

/** Pointers of the host change places: two of them may come to be one, and arrays be shorter. */
export function changedArrays(
  {
    statedToRun = [],
    mayMeet = [],
    ofOpenLength = [],
    notHeld = [],
    notAligned = [],
    openTypes = [],
    unfollowed,
    faults = [],
  }: StatedLaunch,
  pragmas: readonly Pragma[],
  lineOf: (span: Span) => number,
): readonly Assumption[] {
  const own = statedToRun.find((each) => each.kind === 'items' && pragmas.includes(each));
  const span = own?.span ?? unfollowed;
  if (span === undefined) return [];
  const about = {
    what: 'other launches',
    hint: 'Have the launches followed: --all-launches.',
    span,
    weakens: false,
    touches: 'none',
  } as const;
  const isStated = (name: string): boolean =>
    pragmas.some(
      (each) =>
        (each.kind === 'local' || (each.kind === 'array' && each.isAssumed !== true)) &&
        each.target.name === name,
    );
  return [
    ...mayMeet.map(([one, other]) => ({
      ...about,
      why: `The host's pointers change places; ${one} and ${other} were taken to be two arrays.`,
      holdsIf: `${one} and ${other} are two arrays in each launch`,
    })),
    ...ofOpenLength
      .filter((name) => !isStated(name))
      .map((name) => ({
        ...about,
        why: `The host's text does not tell one length of ${name}; it was taken to have all elements that are accessed.`,
        holdsIf: `${name} has the elements that are accessed in each launch`,
      })),
    ...notHeld.map((name) => ({
      ...about,
      why: `The host passes ${name} memory that it has freed, that is its own, or that it never allocates.`,
      hint: `Allocate it with cudaMalloc, and free it after the launch.`,
      holdsIf: `${name} is memory of the device in each launch`,
    })),
    ...notAligned.map((name) => ({
      ...about,
      why: `The host passes ${name} a place between two elements of its type; a device ends a kernel that accesses it as whole elements.`,
      hint: `Pass an address that is a multiple of the size of its elements.`,
      holdsIf: `${name} is at a multiple of its elements' size in each launch`,
    })),
    ...openTypes.map(({ name, isDecisive }) => ({
      ...about,
      touches: isDecisive ? ('all' as const) : about.touches,
      why: `The host's text does not tell the type ${name}; it was taken to be float.`,
      hint: `Name it at the launch: <float>.`,
      holdsIf: `${name} is float in each launch`,
    })),
    ...faults.map((fault) => ({
      ...about,
      ...FAULTS[fault.is](lineOf(fault.span)),
      span: fault.span,
    })),
  ];
}
