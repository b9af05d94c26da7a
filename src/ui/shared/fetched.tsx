import { type ComponentType, type FunctionComponent, lazy } from 'react';
import { messageOf } from '../../base/message.ts';
import { onDemand } from '../../base/on-demand.ts';

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
 * @param name of the component in it. */
export function fetched<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
): FunctionComponent<Module[Name] extends ComponentType<infer Props> ? Props : never>;
export function fetched<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): FunctionComponent<Props> {
  const module = onDemand(load);
  let part: ComponentType<Props> | undefined;
  const begin = (): ComponentType<Props> => {
    const begun = lazy(async (): Promise<{ readonly default: ComponentType<Props> }> => {
      try {
        return { default: (await module())[name] };
      } catch (error) {
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
