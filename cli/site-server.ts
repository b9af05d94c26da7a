import { createReadStream, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { HEADERS } from '../scripts/content-policy.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
};

/** A site path's file, if there is one. */
export type FileOf = (path: string) => string | undefined;

/** The files of a folder. */
export const filesIn =
  (folder: string): FileOf =>
  (path) => {
    const file = normalize(join(folder, path));
    return file.startsWith(folder.endsWith(sep) ? folder : folder + sep) ? file : undefined;
  };

export interface SiteServer {
  readonly address: string;
  close(): Promise<void>;
}

interface Options {
  /** The port; another where it is taken. 0: any. */
  readonly port: number;
  /** Where the site begins: `/`, `/a/b/`. */
  readonly base?: string;
  /** Called before each file is sent, and may delay it. */
  readonly before?: (path: string) => Promise<void> | void;
  /** Omits optional headers, as many hosts do. */
  readonly isPlain?: boolean;
}

/** Serves a site to this machine alone. */
export async function serveSite(
  fileOf: FileOf,
  { port, base = '/', before, isPlain = false }: Options,
): Promise<SiteServer> {
  const server = createServer((request, response) => {
    const path = pathIn(base, request.url ?? '/');
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
    const file = path === undefined ? undefined : fileOf(path);
    if (path === undefined || file === undefined || !isFile(file)) return end(response, 404);
    void Promise.resolve(before?.(path)).then(() => {
      response.writeHead(200, {
        ...(!isPlain && HEADERS.all),
        ...(!isPlain && (path.startsWith('assets/') ? HEADERS.assets : HEADERS.others)),
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
        'Content-Length': statSync(file).size,
      });
      if (request.method === 'HEAD') return void response.end();
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
    });
  });
  const taken = await listening(server, port);
  if (taken) await listening(server, 0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no address');
  return {
    address: `http://127.0.0.1:${address.port}${base}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', ...HEADERS.all }).end(`${status}\n`);
}

/** The path in the site; the folder itself means its page. */
function pathIn(base: string, url: string): string | undefined {
  const [asked = ''] = url.split(/[?#]/);
  if (!asked.startsWith(base)) return undefined;
  try {
    const path = decodeURIComponent(asked.slice(base.length)) || 'index.html';
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function listening(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    };
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      resolve(false);
    });
  });
}
