import type { Page } from '@playwright/test';

/** Parts cut off, covered or outside the window, in words. Scrollable content may be scrolled away;
 * a text ending in an ellipsis must show the whole on hover. */
export const layoutFaults = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate((within) => {
    const part = document.querySelector(within) ?? document.body;
    /** Monaco's own parts have scroll bars of their own. */
    const OTHERS = '.monaco-editor, [inert], .drop-hint, option';
    const faults: string[] = [];
    const named = (node: Element): string => {
      const { className, tagName } = node;
      const words = (node.textContent || node.getAttribute('aria-label') || '').slice(0, 50);
      return `${tagName.toLowerCase()}.${String(className).replaceAll(' ', '.')} "${words}"`;
    };
    /** Clipped away, as text for screen readers alone is. */
    const isClipped = (node: Element | null): boolean =>
      node !== null &&
      (getComputedStyle(node).clipPath.startsWith('inset') || isClipped(node.parentElement));
    const isSeen = (node: Element): boolean =>
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isClipped(node);
    /** True if the title tells all of a text cut by an ellipsis. */
    const isTold = (node: Element): boolean => {
      node.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return node.closest('[title]') !== null;
    };

    const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll';
    const hides = (value: string): boolean => value === 'hidden' || value === 'clip';
    /** True if nothing cuts the text. */
    const check = (text: Text): void => {
      const holder = text.parentElement;
      if (!holder || text.data.trim() === '' || !isSeen(holder) || holder.closest(OTHERS)) return;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      if (box.width === 0) return;
      for (let node: Element | null = holder; node; node = node.parentElement) {
        const { overflowX, overflowY, textOverflow, position } = getComputedStyle(node);
        const bounds = node.getBoundingClientRect();
        // One pixel is what rounding takes.
        const acrossCut = box.left < bounds.left - 1 || box.right > bounds.right + 1;
        const downCut = box.top < bounds.top - 3 || box.bottom > bounds.bottom + 3;
        if (acrossCut && hides(overflowX)) {
          if (textOverflow !== 'ellipsis' || !isTold(node))
            faults.push(`cut across: ${named(holder)}`);
          return;
        }
        if (downCut && hides(overflowY)) {
          faults.push(`cut below: ${named(holder)}`);
          return;
        }
        if (scrolls(overflowX) || scrolls(overflowY)) return;
        if (position === 'fixed') return;
      }
      const { clientWidth } = document.documentElement;
      if (box.right > clientWidth + 1 || box.left < -1)
        faults.push(`out of window: ${named(holder)}`);
    };
    for (const tab of part.querySelectorAll('[role=tab]:not([data-cut])')) {
      const list = tab.closest('[role=tablist]')?.getBoundingClientRect();
      const box = tab.getBoundingClientRect();
      if (list && isSeen(tab) && (box.left < list.left - 1 || box.right > list.right + 1))
        faults.push(`cut across: ${named(tab)}`);
    }
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) check(node as Text);

    /** True if a press on its middle hits it. */
    const pressable =
      'button, [role=tab], [role=radio], [role=switch], input, [role=menuitem], a[href]';
    for (const node of part.querySelectorAll(pressable)) {
      if (!isSeen(node) || node.closest(OTHERS)) continue;
      node.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const box = node.getBoundingClientRect();
      if (box.width <= 2 || box.height <= 2) continue;
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit) faults.push(`out of window: ${named(node)}`);
      else if (!node.contains(hit) && !hit.closest('label')?.contains(node))
        faults.push(`covered: ${named(node)} by ${named(hit)}`);
    }
    document.documentElement.scrollTop = 0;
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth - clientWidth} too wide`);
    return [...new Set(faults)];
  }, within);

/** Texts below so many pixels, on page and canvases, in words. */
export const smallTexts = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((least) => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const holder = node.parentElement;
      if (
        !holder ||
        (node as Text).data.trim() === '' ||
        holder.closest('.visually-hidden, #recharts_measurement_span')
      )
        continue;
      if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Invisible parts of the editor: its input, its rulers.
      if (holder.closest('.monaco-editor') && !holder.closest('.view-lines, .margin')) continue;
      const size = Number.parseFloat(getComputedStyle(holder).fontSize) * holder.currentCSSZoom;
      if (size < least - 0.1)
        found.add(`${size} px: ${holder.className} "${(node as Text).data.slice(0, 40)}"`);
    }
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(
      'canvas:not(.monaco-editor canvas)',
    )) {
      const context = canvas.checkVisibility() ? canvas.getContext('2d') : null;
      const font = /([\d.]+)px/.exec(context?.font ?? '')?.[1];
      // The last font drawn with; all texts of charts have one size.
      if (font !== undefined && context && Number(font) !== 10 && canvas.width > 0) {
        const size = Number(font) * canvas.currentCSSZoom;
        if (size < least - 0.1)
          found.add(`${size} px on the canvas in ${canvas.parentElement?.className}`);
      }
    }
    return [...found];
  }, least);
