import { type ComponentType, lazy } from 'react';
import { messageOf } from '../../base/message.ts';
import { PartFailure, whyNotBegun } from '../../base/part.ts';

/** A part of the page that has not come. */
export class NotFetched extends Error {
  /** Lets the part be fetched anew when it is shown next. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super(`It could not be fetched: ${messageOf(cause)}`, { cause });
    this.forget = forget;
  }
}

/** A component whose code is fetched when it is first shown. Where that fails, the error boundary around it
 * gets a `NotFetched`.
 * @param load imports the module.
 * @param pick finds the component in it. */
export function fetched<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
): ComponentType<Props> {
  let failures = 0;
  let part: ComponentType<Props> | undefined;
  const begin = (): ComponentType<Props> => {
    const begun = lazy(async () => {
      try {
        return { default: pick(await moduleOf(load, failures)) };
      } catch (error) {
        failures += 1;
        throw new NotFetched(await reasonOf(error), () => {
          if (part === begun) part = undefined;
        });
      }
    });
    return begun;
  };
  return function Fetched(props) {
    const Part = (part ??= begin());
    return <Part {...props} />;
  };
}

/** The module's address, which most browsers tell. */
const addressIn = (error: unknown): string | undefined => /https?:\S+\.js/.exec(String(error))?.[0];

async function reasonOf(error: unknown): Promise<unknown> {
  const address = addressIn(error);
  if (error instanceof PartFailure) return error;
  if (address !== undefined) return whyNotBegun(address, error);
  // A cut part is told without its address.
  return new PartFailure(error instanceof SyntaxError ? 'damaged' : 'away', undefined, error);
}

/** Milliseconds that code may take to come. */
const MOST_WAITED = 60_000;

/** Rejects where code never comes: an import cannot be ended. */
async function inTime<Module>(loaded: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new PartFailure('away')), MOST_WAITED);
  });
  try {
    return await Promise.race([loaded, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Browsers remember failed modules by address, so a retry uses another. */
async function moduleOf<Module>(load: () => Promise<Module>, failures: number): Promise<Module> {
  try {
    return await inTime(load());
  } catch (error) {
    const address = addressIn(error);
    if (failures === 0 || address === undefined) throw error;
    const url = new URL(address);
    if (url.origin !== location.origin) throw error;
    url.search = `?again=${failures}`;
    return (await import(/* @vite-ignore */ url.href)) as Module;
  }
}
