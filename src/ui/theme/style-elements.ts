/**
 * Lets libraries style by elements that the page's policy keeps empty. The policy lets no text of a style element
 * count, so that nothing that finds its way into the page's markup can style it. What a library writes into an
 * element that it has made here becomes a sheet of the document instead, for as long as the element is in use.
 */
export function styleByRules(document: Document): void {
  const original = document.createElement;
  document.createElement = new Proxy(original, {
    apply(create, self, parameters) {
      const element: unknown = Reflect.apply(create, self, parameters);
      if (element instanceof HTMLStyleElement) sheetFor(element, document);
      return element;
    },
  });
}

/** Gives what is written into an element to a sheet beside it. Its own sheet stays: rules are put into that. */
function sheetFor(element: HTMLStyleElement, document: Document): void {
  let text = '';
  let sheet: CSSStyleSheet | undefined;
  const write = (next: string): void => {
    text = next;
    if (!sheet) {
      sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
    }
    sheet.replaceSync(next);
  };
  const remove = (): void => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = undefined;
    HTMLStyleElement.prototype.remove.call(element);
  };
  Object.defineProperties(element, {
    textContent: { get: () => text, set: write },
    remove: { value: remove },
  });
}
