import { proxy } from 'comlink';
import { oneWorker } from '../../base/one-worker.ts';
import { startWorker } from '../../base/start-worker.ts';
import type { TextReader } from './text-reader.ts';
import script from './text-worker.ts?worker&url';
import type { TextWorker } from './text-worker.ts';

/** Several workers: typed text must not wait for verification. */
export function createBrowserTextReader(): TextReader {
  const spawn = (): Worker => startWorker(script, 'reader');
  const start = () => oneWorker<TextWorker>(spawn);
  const [reading, asking, posing] = [start(), start(), start()];
  return {
    read: (request, signal, onProgress) =>
      reading(signal, (remote) => remote.read(request, proxy(onProgress))),
    missing: (text, about, signal) => asking(signal, (remote) => remote.missing(text, about)),
    poseValues: (text, setting, signal) =>
      posing(signal, (remote) => remote.poseValues(text, setting)),
    poseQuestion: (text, setting, launch, signal) =>
      posing(signal, (remote) => remote.poseQuestion(text, setting, launch)),
  };
}
