/** How many loops stand inside of each other at most, by what a text looks like: it is not read for that, so that a
 * macro may hide one and a comment may seem to be one. */
export function loopDepth(text: string): number {
  /** Of each brace that is open, how many loops have it as their body: `for (...) for (...) {` are two. */
  const braces: number[] = [];
  let [open, begun, parentheses, deepest] = [0, 0, 0, 0];
  for (const [token] of text.matchAll(/\b(?:for|while|do)\b|[(){};]/g)) {
    if (token === '(') parentheses += 1;
    else if (token === ')') parentheses = Math.max(0, parentheses - 1);
    else if (token === '{') {
      braces.push(begun);
      open += begun;
      begun = 0;
    } else if (token === '}') {
      open -= braces.pop() ?? 0;
      begun = 0;
    } else if (token !== ';') begun += 1;
    // Not those between the parentheses of a loop.
    else if (parentheses === 0) begun = 0;
    deepest = Math.max(deepest, open + begun);
  }
  return deepest;
}
