import type { TreeNode } from '../../tree-node.ts';
import { streamText } from '../streams.ts';
import { type Cells, CHANGED, LOST, type Queue, type Scope, type Value } from './cells.ts';
import { HostCopies } from './copies.ts';
import { numberIn } from './numbers.ts';

/** Copies that the host puts into streams and does not wait for. */
export abstract class HostQueues extends HostCopies {
  /** Streams do not wait for the first. */
  protected hasApartStreams = false;

  /** The stream that an argument names; undefined where nobody tells. */
  protected queueOf(node: TreeNode | undefined, scope: Scope): Queue | undefined {
    if (streamText(node) === '0') return 'first';
    const value = this.valueOf(node, scope);
    if (value.kind === 'pointer') return value.to ?? 'first';
    return numberIn(value) === 0 ? 'first' : undefined;
  }

  /** The device's memory gets contents in a stream. */
  protected queued(to: Value, from: Value | undefined, queue: Queue): void {
    if (to.kind !== 'pointer' || !to.to) return;
    // The run-time copies memory that is not pinned.
    const source = from?.kind === 'pointer' && from.to?.place === 'both' ? from.to : undefined;
    to.to.late.set(queue, source && { source, version: source.version });
  }

  /** The host waits for a stream, or for all. */
  protected awaited(queue: Queue | 'all' | undefined): void {
    for (const cells of this.memory)
      for (const each of cells.late.keys())
        if (queue === 'all' || each === queue) {
          if (isOtherSince(cells, each)) cells.loseTold(CHANGED);
          cells.late.delete(each);
        }
    const isApart = (each: Queue | undefined): boolean =>
      typeof queue === 'object' && typeof each === 'object' && each !== queue;
    for (const [cells, launch] of this.running)
      if (!isApart(launch.queue)) this.running.delete(cells);
  }

  /** A launch in a stream finds what is done before it. */
  protected found(cells: Cells, queue: Queue | undefined): void {
    const waitsFor = (each: Queue): boolean =>
      each === queue || (!this.hasApartStreams && (each === 'first' || queue === 'first'));
    const late = [...cells.late.keys()];
    if (late.some((each) => isOtherSince(cells, each))) cells.loseTold(CHANGED);
    else if (!late.every(waitsFor)) cells.loseTold(LOST);
  }
}

/** The host has changed what is copied, and the copy may not have been done. */
function isOtherSince(cells: Cells, queue: Queue): boolean {
  const from = cells.late.get(queue);
  return from !== undefined && from.source.version !== from.version;
}
