/** A tag with whole quoted values; text has no bare `<`. */
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/giu;
const PLACE = 'data-as-style';

/** Renames style attributes for `styleByProperties`, which alone reads them. */
export function withoutStyles(markup: string): string {
  return markup.replaceAll(TAG, (tag) => tag.replaceAll(/\sstyle=(?=["'])/giu, ` ${PLACE}=`));
}

/** Applies libraries' style attributes as properties, which the policy allows. Synchronously: Monaco
 * measures its lines next. */
export function styleByProperties(): void {
  const settle = (root: Element): void => {
    for (const element of root.querySelectorAll<HTMLElement>(`[${PLACE}]`)) {
      element.style.cssText = element.getAttribute(PLACE) ?? '';
      element.removeAttribute(PLACE);
    }
  };
  const prototype = Element.prototype;
  const markup = Object.getOwnPropertyDescriptor(prototype, 'innerHTML');
  Object.defineProperty(prototype, 'innerHTML', {
    ...markup,
    set(this: Element, value: unknown) {
      const text = String(value ?? '');
      markup?.set?.call(this, withoutStyles(text));
      if (text.includes('style')) settle(this);
    },
  });
  const insert = prototype.insertAdjacentHTML;
  prototype.insertAdjacentHTML = function insertAdjacentHTML(this: Element, where, value) {
    // Trusted types are objects.
    const text = String(value);
    insert.call(this, where, withoutStyles(text));
    if (text.includes('style')) settle(this.parentElement ?? this);
  };
  const setAttribute = prototype.setAttribute;
  prototype.setAttribute = function setAttributeByProperties(this: Element, name, value) {
    const isStyled = this instanceof HTMLElement || this instanceof SVGElement;
    if (isStyled && name === 'style') this.style.cssText = String(value);
    else setAttribute.call(this, name, value);
  };
}
