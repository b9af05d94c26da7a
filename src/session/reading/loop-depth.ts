/** Guessed from tokens: macros may hide a loop, comments feign one. */
export function loopDepth(text: string): number {
  /** Loops per open brace: `for (...) for (...) {` are two. */
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
