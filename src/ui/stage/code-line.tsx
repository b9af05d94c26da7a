import { memo } from 'react';

const WORDS =
  /(\b(?:int|uint|float|double|char|uchar|short|long|ulong|size_t|unsigned|void|const|if|else|for|while|do|return|break|continue|volatile)\b)|(\b__\w+\b|#\w+)|(\b\d[\w.]*\b)|(\b\w+(?=\())/g;

const KINDS = ['word', 'space', 'number', 'call'] as const;

/** A line of code in colours. */
export const CodeLine = memo(function CodeLine({ text }: { readonly text: string }) {
  const parts: { readonly text: string; readonly kind: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(WORDS)) {
    if (match.index > at) parts.push({ text: text.slice(at, match.index), kind: '' });
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)] ?? '';
    parts.push({ text: match[0], kind });
    at = match.index + match[0].length;
  }
  parts.push({ text: text.slice(at), kind: '' });
  return (
    <code>
      {parts.map((part, place) =>
        part.kind === '' ? (
          part.text
        ) : (
          <span key={place} className={`code-${part.kind}`}>
            {part.text}
          </span>
        ),
      )}
    </code>
  );
});
