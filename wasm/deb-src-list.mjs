/**
 * The machine's own package sources, turned into sources of source packages. Pure: text to text.
 * Formats: sources.list(5), one-line style (`.list`) and deb822 style (`.sources`).
 */

/** One-line style: `deb [options] uri suite components` becomes `deb-src ...`; the rest is dropped. */
export function debSrcLines(text) {
  return text
    .split('\n')
    .map((line) => /^\s*deb\s+(.*)$/.exec(line)?.[1])
    .filter((rest) => rest !== undefined)
    .map((rest) => `deb-src ${rest}\n`)
    .join('');
}

/** deb822 style: every enabled stanza that lists binary packages lists source packages instead. */
export function debSrcStanzas(text) {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((stanza) =>
      stanza
        .split('\n')
        .filter((line) => !line.startsWith('#') && line.trim() !== '')
        .join('\n'),
    )
    .filter((stanza) => /^Types:.*\bdeb\b(?!-)/im.test(stanza))
    .filter((stanza) => !/^Enabled:\s*(no|false|0)\s*$/im.test(stanza))
    .map((stanza) => stanza.replace(/^Types:.*$/im, 'Types: deb-src'))
    .map((stanza) => `${stanza}\n\n`)
    .join('');
}
