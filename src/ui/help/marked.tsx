import type { ReactNode } from 'react';

const MARKS = /(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

/** A paragraph of Markdown, with links as plain words. */
export const Marked = ({ text }: { readonly text: string }): ReactNode =>
  text.split(MARKS).map((part, at) => {
    // Parts do not move.
    const key = `${at} ${part}`;
    if (part.startsWith('**')) return <strong key={key}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('`')) return <code key={key}>{part.slice(1, -1)}</code>;
    if (part.startsWith('*')) return <em key={key}>{part.slice(1, -1)}</em>;
    const [, words] = /^\[([^\]]+)\]/.exec(part) ?? [];
    return words ?? part;
  });
