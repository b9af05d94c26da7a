/** A bootstrap URL per script, reused so that browsers cache imports. */
const bootstraps = new Map<string, string>();

/**
 * Starts a worker of the page. A worker takes its content policy from the answer that its script comes with, so
 * that on a host that sends none it would have none. One that begins with a blob has the policy of the page.
 * @param script the address of a module, as `?worker&url` gives it.
 * @param name for tools, which see the address of the blob alone.
 */
export function startWorker(script: string, name: string): Worker {
  const address = new URL(script, document.baseURI).href;
  const bootstrap =
    bootstraps.get(address) ??
    URL.createObjectURL(
      new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }),
    );
  bootstraps.set(address, bootstrap);
  return new Worker(bootstrap, { type: 'module', name });
}
