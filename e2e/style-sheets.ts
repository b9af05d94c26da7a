import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { lazy } from '../src/base/lazy.ts';

const assets = join(process.env['OVERTIME_DIST'] ?? 'dist', 'assets');

/** The classes that a sheet has rules of their own for: others only change what is there. */
const classesOf = (sheet: string): ReadonlySet<string> =>
  new Set(
    [...sheet.replaceAll(/\{[^{}]*\}/g, '{}').matchAll(/(?<=[{},]|^)\.([\w-]+)(?=[{,])/g)].flatMap(
      ([, name]) => name ?? [],
    ),
  );

const sheets = lazy(
  (): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      readdirSync(assets)
        .filter((name) => name.endsWith('.css'))
        .map((name) => [name, classesOf(readFileSync(join(assets, name), 'utf8'))]),
    ),
);

/** Classes in the page of which a sheet knows that has not been loaded: a view leans on another's sheet, and is bare
 * until that one is opened. */
export async function bareClasses(page: Page): Promise<readonly string[]> {
  const { classes, loaded } = await page.evaluate(() => ({
    classes: [
      ...new Set([...document.querySelectorAll('[class]')].flatMap((one) => [...one.classList])),
    ],
    loaded: [...document.styleSheets].flatMap(({ href }) => href?.split('/').at(-1) ?? []),
  }));
  const known = sheets();
  const has = (name: string, some: Iterable<string>): boolean =>
    [...some].some((sheet) => known.get(sheet)?.has(name));
  return classes.filter((name) => has(name, known.keys()) && !has(name, loaded));
}
