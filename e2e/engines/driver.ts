import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Input as WebDriver has it, classic and BiDi alike. */
export interface InputSource {
  readonly type: 'pointer' | 'key';
  readonly id: string;
  readonly actions: readonly Readonly<Record<string, string | number>>[];
}

/** A page in an engine that Playwright does not drive. */
export interface Driver {
  readonly version: string;
  open(url: string): Promise<void>;
  /** The value of an expression, as JSON. */
  evaluate(expression: string): Promise<string>;
  perform(sources: readonly InputSource[]): Promise<void>;
  /** Errors of the page and its console, where the engine reports them. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** The first of the programs that is installed. A variable that names one decides alone. */
export function programPath(variable: string, ...names: readonly string[]): string | undefined {
  const given = process.env[variable];
  if (given !== undefined && given !== '') return given;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** A program that runs until it is ended. */
export function running(
  path: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): { says(line: RegExp): Promise<string>; end(): Promise<void> } {
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    /** The text of the line's group, once it is there. */
    says: (line) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = line.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        };
        child.once('error', reject);
        child.once('close', () => reject(new Error(`${path} ended: ${said}`)));
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        look();
      }),
    async end() {
      child.kill();
      await ended;
    },
  };
}
