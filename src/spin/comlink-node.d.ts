/** comlink's adapter comes without types of its own that a bundler's resolution finds. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';

  /** A port of Node's as comlink wants it. */
  export default function nodeEndpoint(port: object): Endpoint;
}
