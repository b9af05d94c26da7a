import { type ComponentType, lazy } from 'react';

/** A part of the page that has not come. */
export class NotFetched extends Error {
  /** Lets the part be fetched anew when it is shown next. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('It could not be fetched: the network is away, or the site has a newer version by now', {
      cause,
    });
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
        throw new NotFetched(error, () => {
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

/** Browsers remember failed modules by address, so a retry uses another. */
async function moduleOf<Module>(load: () => Promise<Module>, failures: number): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (failures === 0 || address === undefined) throw error;
    const url = new URL(address);
    if (url.origin !== location.origin) throw error;
    url.search = `?again=${failures}`;
    return (await import(/* @vite-ignore */ url.href)) as Module;
  }
}
