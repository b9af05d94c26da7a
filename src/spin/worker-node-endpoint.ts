import type { Endpoint } from 'comlink';

/** The part of Node's `Worker` and `parentPort` that carries messages. */
interface NodePort {
  postMessage(message: unknown, transfer?: readonly never[]): void;
  on(event: 'message', listener: (data: unknown) => void): unknown;
  off(event: 'message', listener: (data: unknown) => void): unknown;
}

/** Node's end of a worker as comlink wants it: listeners get an event with `data`. */
export function nodeEndpoint(port: NodePort): Endpoint {
  const wrappers = new WeakMap<object, (data: unknown) => void>();
  return {
    postMessage: (message: unknown, transfer) =>
      port.postMessage(message, transfer as readonly never[] | undefined),
    addEventListener: (_type, listener) => {
      const wrapper = (data: unknown): void => {
        const event = new MessageEvent('message', { data });
        if ('handleEvent' in listener) listener.handleEvent(event);
        else listener(event);
      };
      wrappers.set(listener, wrapper);
      port.on('message', wrapper);
    },
    removeEventListener: (_type, listener) => {
      const wrapper = wrappers.get(listener);
      if (wrapper) port.off('message', wrapper);
    },
  };
}
