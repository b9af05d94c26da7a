/** A tag of markup, its quoted values whole: what is text has no `<` of its own. */
const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/giu;
const PLACE = 'data-as-style';

/**
 * Markup whose style attributes have another name, that nothing counts but `styleByProperties`. Text stays, whatever it
 * says of styles.
 */
export function withoutStyles(markup: string): string {
  return markup.replaceAll(TAG, (tag) => tag.replaceAll(/\sstyle=(?=["'])/giu, ` ${PLACE}=`));
}

/**
 * Lets libraries give elements style attributes, which the page's policy does not count: a place written into markup, or
 * by name, becomes properties of the element's style. Monaco writes each of its lines so. It is done before the call
 * returns, for who writes a line may measure it next.
 */
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
    // What a library has marked as trusted is an object.
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
