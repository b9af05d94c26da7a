import { lazy } from '../../base/lazy.ts';
import { isOutOfStack } from '../../base/out-of-stack.ts';
import type { Pragma } from '../pragma.ts';
import { isInteger } from '../scalar.ts';
import type { Declarator, FunctionDeclaration, OpenType } from '../syntax.ts';
import type { TreeNode } from '../tree-node.ts';
import type { Host } from './host.ts';
import { stepThrough } from './launch-choice.ts';
import type { Launch } from './launch.ts';
import { type AboutLaunch, type Stated, statedBy, statedInStep, unfollowedBy } from './launches.ts';
import { faultsIn } from './run/seen.ts';
import { findsLeft, type LaunchStep, type Step } from './run/steps.ts';
import { stepsOf } from './sequence.ts';

/** The host's text, with its launches and, where it is followed, its steps. */
export interface HostText {
  readonly host: Host;
  readonly launches: readonly Launch[];
  readonly followed: readonly Step[];
}

interface OfKernel {
  /** Launches of the kernel alone. */
  readonly launches: readonly Launch[];
  /** The host comes to the kernel by these calls, where others lead to another. */
  readonly isThrough: (step: LaunchStep) => boolean;
  readonly openTypes: readonly OpenType[];
  readonly about: () => AboutLaunch;
  /** Lengths that its own text declares. */
  readonly lengths: () => readonly Pragma[];
}

/** Launches of a kernel, each worked out when somebody asks: of many kernels one is meant. */
export function launchesOfKernel(
  { host, followed }: HostText,
  { launches, isThrough, openTypes, about, lengths }: OfKernel,
): Pick<FunctionDeclaration, 'launch' | 'launched'> {
  const isOwn = (launch: Launch): boolean =>
    launches.some(({ node, kernel }) => node.id === launch.node.id && kernel === launch.kernel);
  const stating = (told: (about: AboutLaunch) => Stated): (() => Stated) =>
    lazy(() => {
      const stated = orUnfollowed(told, about());
      return {
        ...stated,
        openTypes,
        stated: [...stated.stated, ...lengths()],
        statedToRun: [...stated.statedToRun, ...lengths()],
      };
    });
  const launched = followed.flatMap((step, index) =>
    step.kind === 'launch' && isOwn(step.launch) && isThrough(step)
      ? [[index, stating((of) => statedInStep(host, step, { ...of, isFollowed: true }))] as const]
      : [],
  );
  return {
    launch: stating((of) => ({
      ...statedBy(host, launches, of),
      faults: faultsIn(host, launches).map(({ is, node }) => ({ is, span: of.spanOf(node) })),
      findsLeft: findsLeft(stepsOf(host), isOwn),
    })),
    ...(launched.length > 0 && { launched: new Map(launched) }),
  };
}

/** Nobody else would answer to a text that is nested too deeply for the engine. */
function orUnfollowed(told: (about: AboutLaunch) => Stated, about: AboutLaunch): Stated {
  try {
    return told(about);
  } catch (error) {
    if (!isOutOfStack(error)) throw error;
    return unfollowedBy(about.kernel, about);
  }
}

const ASKS_Y = /\b(?:block|thread)Idx\.y\b/;
const ASKS_Z = /\b(?:block|thread)Idx\.z\b/;

/** Dimensions that a kernel's text asks for, and arguments through which its loops go by strides. */
export const askedIn = (
  { text }: TreeNode,
  given: readonly Declarator[],
  root: TreeNode,
): Pick<AboutLaunch, 'dimensions' | 'strided'> => ({
  dimensions: ASKS_Z.test(text) ? 3 : ASKS_Y.test(text) ? 2 : 1,
  strided: new Map(
    given.flatMap(({ name, type }) =>
      type.kind === 'scalar' && isInteger(type.scalar) && isStrided(text, name)
        ? [[name, stepThrough(text, name, root.text)] as const]
        : [],
    ),
  ),
});

/** A kernel's loop goes through so many elements, many at once: `(k + 15) / 16` rounds, or `i += 16`. */
const isStrided = (text: string, name: string): boolean =>
  new RegExp(
    `\\b${name}\\b[\\s)]*(?:[-+][\\s\\w()]+)*/|for\\s*\\([^;{]*;[^;{]*\\b${name}\\b[^;{]*;[^;{)]*\\+=\\s*[A-Za-z_\\d]`,
  ).test(text);
