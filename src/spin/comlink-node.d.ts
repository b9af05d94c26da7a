/** comlink's adapter has no types that bundler resolution finds. */
declare module 'comlink/dist/esm/node-adapter.mjs' {
  import type { Endpoint } from 'comlink';

  /** A port of Node's as comlink wants it. */
  export default function nodeEndpoint(port: object): Endpoint;
}
