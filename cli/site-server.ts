import { createReadStream, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HEADERS, UNFRAMED } from '../scripts/content-policy.ts';
import { NATIVE_PATH } from '../src/checker/native/question.ts';
import type { NativeDoor } from './native-door.ts';

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
  /** Makes native searches for the site's own pages. */
  readonly door?: Pick<NativeDoor, 'answer'>;
}

/** Serves a site to this machine alone. */
export async function serveSite(
  fileOf: FileOf,
  { port, base = '/', before, isPlain = false, door }: Options,
): Promise<SiteServer> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/', headers } = request;
    if (!isOurHost(headers.host)) return end(response, 421);
    if (door && url === base + NATIVE_PATH) return door.answer(request, response);
    if (method !== 'GET' && method !== 'HEAD') return end(response, 405);
    const path = pathIn(base, url);
    const file = path === undefined ? undefined : fileOf(path);
    const size = file === undefined ? undefined : sizeOf(file);
    if (path === undefined || file === undefined || size === undefined) return end(response, 404);
    await before?.(path);
    response.writeHead(200, {
      ...(!isPlain && HEADERS.all),
      ...(door && !new URL(url, 'http://x').searchParams.has('embed') && UNFRAMED),
      ...(!isPlain && (path.startsWith('assets/') ? HEADERS.assets : HEADERS.others)),
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Content-Length': size,
    });
    if (method === 'HEAD') response.end();
    else await pipeline(createReadStream(file), response);
  }
  const server = createServer((request, response) => {
    // Whoever asked has left, or the file has gone.
    answer(request, response).catch(() => response.destroy());
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

/** Bytes of a file; undefined for what is none or cannot be asked for. */
function sizeOf(path: string): number | undefined {
  try {
    const found = statSync(path);
    return found.isFile() ? found.size : undefined;
  } catch {
    return undefined;
  }
}

/** Any port, since it may be forwarded; another's name may not lead here (DNS rebinding). */
const isOurHost = (host: string | undefined): boolean =>
  host !== undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);

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
