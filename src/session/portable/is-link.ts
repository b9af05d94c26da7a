/** What the fragment of a link begins with; after it stands the version. */
export const LINK = '#o=';

/** Whether the fragment of an address carries a state. */
export const isLink = (fragment: string): boolean => fragment.startsWith(LINK);
