/** The head of a link, before its version. */
export const LINK = '#o=';

export const isLink = (fragment: string): boolean => fragment.startsWith(LINK);
