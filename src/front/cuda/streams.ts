import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { placeIn } from './called-names.ts';
import type { Frame } from './host-names.ts';
import { isConditional, loopsAround } from './host-loops.ts';
import type { Host } from './host.ts';
import { withoutBrackets } from './host-text.ts';
import { launchesIn } from './launch.ts';
import { origins } from './origins.ts';

/** The order between what the host puts into streams: one is in order, two are where the host waits. */

const DEFAULT = '0';

/** Spellings of the default stream. */
const IS_DEFAULT = /^(?:0|NULL|nullptr|\{\}|(?:cuda|hip)Stream(?:Default|Legacy)|)$/;

interface Ordered {
  readonly host: Host;
  readonly frame: Frame;
  /** The argument of the launch, and where its function is called from the frame. */
  readonly arg: TreeNode;
  readonly launched: Frame;
  readonly site: TreeNode;
}

/** A copy or `cudaMemset` is done before the launch that is passed the array begins. */
export function isDoneBefore(call: TreeNode, about: Ordered): boolean {
  const { host, frame, arg, launched, site } = about;
  const callee = nameOf(call);
  const args = children(call.childForFieldName('arguments'));
  const isAsync = callee.endsWith('Async');
  // The host waits for a copy from memory that is pinned.
  if (!isAsync && callee.includes('Memcpy') && isPinned(host, args[1])) return true;
  const own = streamText(isAsync ? args[callee.includes('Memcpy') ? 4 : 3] : undefined);
  const launch = launchesIn(launched.function ?? host.root).find((each) =>
    each.args.some(({ id }) => id === arg.id),
  );
  const other = streamOf(host, launch?.stream, launched, frame);
  if (own === other) return !own.includes('[') || isInOneRound(call, site);
  const isLegacy = own === DEFAULT || other === DEFAULT;
  const named = own === DEFAULT ? other : own;
  if (isLegacy && !isNonBlocking(host, named)) return true;
  return waits(call, own, other, about);
}

/** The device reads it as it is; of other memory, and within the device, the host may be ahead of the copy. */
function isPinned(host: Host, from: TreeNode | undefined): boolean {
  const [name] = /^\w+/.exec(from ? placeIn(from).text : '') ?? [];
  if (name === undefined) return false;
  const pins = new RegExp(
    `(?:cuda|hip)(?:MallocHost|HostAlloc|HostMalloc|HostRegister|MallocManaged)\\s*\\([^;]*\\b${name}\\b`,
  );
  return pins.test(host.root.text);
}

const nameOf = (call: TreeNode): string => call.childForFieldName('function')?.text ?? '';

/** A stream as it is written, the default one in one way. */
export const streamText = (node: TreeNode | undefined): string => {
  const text = (node && withoutBrackets(node))?.text.replaceAll(/\s/g, '') ?? '';
  return IS_DEFAULT.test(text) ? DEFAULT : text;
};

/** The launch's stream, as it is named where its function is called from. */
function streamOf(host: Host, node: TreeNode | undefined, launched: Frame, frame: Frame): string {
  if (node?.type !== 'identifier' || streamText(node) === DEFAULT) return streamText(node);
  for (const { frame: own, site } of origins(host, node, launched))
    if (own.function?.id === frame.function?.id) return streamText(site);
  return streamText(node);
}

/** It does not wait for the default stream. */
function isNonBlocking({ root }: Host, stream: string): boolean {
  const name = /\w+(?=(?:\[[^\]]*\])?$)/.exec(stream)?.[0] ?? '';
  const made = new RegExp(
    `StreamCreateWith(?:Flags|Priority)\\s*\\(\\s*&?[^;]*\\b${name}\\b[^;]*NonBlocking`,
  );
  return made.test(root.text);
}

const isInOneRound = (call: TreeNode, site: TreeNode): boolean =>
  loopsAround(call)[0]?.id === loopsAround(site)[0]?.id;

/** Between them the host, or the launch's stream, waits for the other stream. */
function waits(
  call: TreeNode,
  own: string,
  other: string,
  { host, frame, site }: Ordered,
): boolean {
  const inside = frame.function ?? host.root;
  const between = inside
    .descendantsOfType('call_expression')
    .filter(
      (each) =>
        each.startIndex >= call.endIndex &&
        each.endIndex <= site.startIndex &&
        !isConditional(each, site),
    );
  const recorded = new Set<string>();
  return between.some((each) => {
    const [first, second] = children(each.childForFieldName('arguments')).map(streamText);
    const api = /^(?:cuda|hip)(\w+)$/.exec(nameOf(each))?.[1] ?? '';
    switch (api) {
      case 'EventRecord':
        if (first !== undefined && (second ?? DEFAULT) === own) recorded.add(first);
        return false;
      case 'DeviceSynchronize':
      case 'ThreadSynchronize':
        return true;
      case 'StreamSynchronize':
        return first === own;
      case 'EventSynchronize':
        return recorded.has(first ?? '');
      case 'StreamWaitEvent':
        return first === other && recorded.has(second ?? '');
      default:
        return /\b(?:cuda|hip)DeviceSynchronize\b/.test(host.definition(nameOf(each))?.text ?? '');
    }
  });
}
