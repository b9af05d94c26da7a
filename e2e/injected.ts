import type { CDPSession, Page } from '@playwright/test';

/** Makes the tools' worker killable as soon as it reports a started job. */
export const killable = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    const open = MessageChannel;
    const kept = new WeakMap<object, MessagePort>();
    // A job's events use the channels whose other ends go with its message.
    window.MessageChannel = class extends open {
      constructor() {
        super();
        kept.set(this.port2, this.port1);
      }
    };
    Worker.prototype.postMessage = function post(message: unknown, ...rest: never[]) {
      const { path, argumentList } = message as {
        path?: string[];
        argumentList?: { value: unknown }[];
      };
      const job = path?.at(-1) === 'run' ? argumentList?.[0]?.value : undefined;
      Reflect.apply(postMessage, this, [message, ...rest]);
      if (job === undefined || sessionStorage.getItem('kill') !== job) return;
      sessionStorage.removeItem('kill');
      const given = (rest as unknown[])[0] as readonly object[] | undefined;
      for (const end of given ?? [])
        kept.get(end)?.addEventListener('message', () => this.terminate(), { once: true });
    };
  });

/** The next worker that begins this job is killed. */
export const kill = (page: Page, job: string): Promise<void> =>
  page.evaluate((name) => sessionStorage.setItem('kill', name), job);

/** True once it has been injected. */
export const isKilled = (page: Page): Promise<boolean> =>
  page.evaluate(() => sessionStorage.getItem('kill') === null);

/** Alters the last byte of a replayed trail. */
export const spoilt = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function post(message: unknown, ...rest: never[]) {
      const { argumentList: given } = message as { argumentList?: { value: unknown }[] };
      const { trail } = (given?.[1]?.value ?? {}) as { trail?: unknown };
      if (trail instanceof Uint8Array) trail.fill(99, trail.length >> 1);
      Reflect.apply(postMessage, this, [message, ...rest]);
    };
  });

/** Lets the workers' verifiers crash, until `sound` is set. */
export const crashing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (sessionStorage.getItem('sound') !== null) return;
    // Other programs bring a memory of their own.
    const crash = `
      const { Instance } = WebAssembly;
      WebAssembly.Instance = function (module, imports) {
        if (imports?.env?.memory) throw new WebAssembly.RuntimeError('unreachable');
        return new Instance(module, imports);
      };`;
    // The text that a worker begins with.
    window.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        const isScript = options?.type === 'text/javascript';
        super(isScript ? [...parts, crash] : parts, options);
      }
    };
  });

/** Lets the clock of the day be set. */
export const withClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + Number(sessionStorage.getItem('clock') ?? 0);
  });

export const setClock = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((by) => sessionStorage.setItem('clock', String(by)), milliseconds);

export const devtools = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page);
