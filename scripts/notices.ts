/** Others' work in the site and packages, with its terms. The page shows it, and the build writes
 * THIRD-PARTY-NOTICES.txt. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** One work of others. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** Its use here, if the name doesn't say. */
  readonly use?: string;
  readonly text: string;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

const LICENCE_FILE = /^(licen[cs]e|copying)/i;

/** Types leave nothing in the build; Node bindings are unused. */
const LEAVES_NOTHING = /(^|\/)@types\/|typescript|node-addon-api|node-gyp-build|csstype/;

/** The terms in a package's folder. */
const fileOf = (folder: string): string | undefined => {
  const names = existsSync(folder) ? readdirSync(folder).filter((n) => LICENCE_FILE.test(n)) : [];
  const more = existsSync(join(folder, 'ThirdPartyNotices.txt')) ? ['ThirdPartyNotices.txt'] : [];
  const texts = [...names.toSorted(), ...more].map((name) =>
    readFileSync(join(folder, name), 'utf8').trim(),
  );
  return texts.length === 0 ? undefined : texts.join('\n\n');
};

const mit = (holder: string): string => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const isc = (holder: string): string => `Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** LLVM's exception to the Apache License 2.0. */
const LLVM_EXCEPTION = `---- LLVM Exceptions to the Apache 2.0 License ----

As an exception, if, as a result of your compiling your source code, portions of this Software are embedded into an Object form of such source code, you may redistribute such embedded portions in such Object form without complying with the conditions of Sections 4(a), 4(b) and 4(d) of the License.

In addition, if you combine or link compiled forms of this Software with software that is licensed under the GPLv2 ("Combined Software") and if a court of competent jurisdiction determines that the patent provision (Section 3), the indemnity provision (Section 9) or other Section of the License conflicts with the conditions of the GPLv2, you may retroactively and prospectively choose to deem waived or otherwise exclude such Section(s) of the License, but only in their entirety and only with respect to the Combined Software.`;

/** Parts from outside the package registry. `bsd` and `apache` are full licence texts. */
function builtFromSource(bsd: string, apache: string, clang: string): readonly Notice[] {
  const llvm = `${apache}\n\n${LLVM_EXCEPTION}`;
  return [
    {
      name: 'SPIN',
      version: '6.5.2',
      licence: 'BSD-3-Clause',
      use: 'the model checker, as WebAssembly, and what it writes into every verifier',
      text: bsd.replace(/Copyright \(c\) .*/, 'Copyright (c) 1989-2016, Gerard J. Holzmann'),
    },
    {
      name: 'LLVM, clang and lld',
      version: clang,
      licence: 'Apache-2.0 WITH LLVM-exception',
      use: 'the compiler of the verifiers, as WebAssembly by YoWASP, with the header of OpenCL C',
      text: llvm,
    },
    {
      name: 'wasi-libc and compiler-rt',
      version: clang,
      licence: 'Apache-2.0 WITH LLVM-exception AND MIT',
      use: 'the C library of the verifiers; parts of it are of musl',
      text: `${llvm}\n\n${mit('2005-2020 Rich Felker, et al.')}`,
    },
    {
      name: 'Emscripten and musl',
      version: '',
      licence: 'MIT',
      use: 'the C library of SPIN, and the glue that loads it',
      text: `${mit('2010-2014 Emscripten authors, see its AUTHORS file')}\n\n${mit('2005-2020 Rich Felker, et al.')}`,
    },
  ];
}

/** The text of a licence that a package only names. */
function termsOf(licence: string, name: string, apache: string): string | undefined {
  if (licence === 'MIT') return mit(`the authors of ${name}`);
  if (licence === 'ISC') return isc(`the authors of ${name}`);
  return licence === 'Apache-2.0' ? apache : undefined;
}

/** All built-in work of others, by name. Throws where a package states no terms.
 * @param more packages that the command line has besides those of the site. */
export function notices(root: string, more: readonly string[] = []): readonly Notice[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional, devOptional }]) =>
      more.includes(path.replace(/^node_modules\//, '')) ||
      (path !== '' && !dev && !optional && !devOptional && !LEAVES_NOTHING.test(path)),
  );
  const apache = readFileSync(join(root, 'node_modules/comlink/LICENSE'), 'utf8').trim();
  const found = shipped.map(([path, { version = '', license = '' }]): Notice => {
    const name = path.replace(/^.*node_modules\//, '');
    const text = fileOf(join(root, path)) ?? termsOf(license, name, apache);
    if (license === '' || text === undefined)
      throw new Error(`${name} ${version} does not say its licence`);
    return { name, version, licence: license, text };
  });
  const clang = packages['node_modules/@yowasp/clang']?.version ?? '';
  const bsd = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  return [
    ...builtFromSource(bsd, apache, clang),
    ...found.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  ];
}

const head = ({ name, version, licence, use }: Notice): string =>
  [`${name} ${version}`.trim(), licence, ...(use === undefined ? [] : [use])].join('\n');

/** One text for the site's folder and for packages. */
export const noticesAsText = (all: readonly Notice[]): string =>
  [
    'Overtime is under the terms of the file LICENSE. It contains works of others, under theirs.',
    ...all.map((notice) => `${'='.repeat(78)}\n${head(notice)}\n\n${notice.text}`),
  ].join('\n\n') + '\n';

const MODULE = 'virtual:third-party-notices';

/** Provides `virtual:third-party-notices`, and the site's THIRD-PARTY-NOTICES.txt and LICENSE. */
export function thirdPartyNotices(root: string): Plugin {
  return {
    name: 'overtime-third-party-notices',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load: (id) =>
      id === `\0${MODULE}` ? `export default ${JSON.stringify(notices(root))};` : undefined,
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'THIRD-PARTY-NOTICES.txt',
        source: noticesAsText(notices(root)),
      });
      this.emitFile({
        type: 'asset',
        fileName: 'LICENSE.txt',
        source: readFileSync(join(root, 'LICENSE'), 'utf8'),
      });
    },
  };
}
