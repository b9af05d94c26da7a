/** Files a merge reads; the rest is for the machines. */
export const isWanted = (path: string): boolean =>
  /(?:^|\/)(?:shards\.json|model\.pml|programs|problem(?:\.overtime)?\.json|reports\/[^/]+\.report)$/.test(
    path,
  );

/** Recognises archives by name. */
export const isArchiveName = (name: string): boolean => /\.(?:zip|tar|tgz|tar\.gz)$/i.test(name);
