/** Keeps a value, and so many of the last ones. */
export function keepLast<T>(known: Map<string, T>, most: number, key: string, value: T): void {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= most) known.delete(oldest);
  known.set(key, value);
}
