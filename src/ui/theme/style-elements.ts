/** The policy empties style elements, so injected markup cannot style. What libraries write into their own
 * becomes a sheet of the document. */
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

/** The element's own sheet stays, since rules are inserted into it. */
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
