import { useEffect, useRef, useState } from 'react';
import { IconMenu } from './icon-menu.tsx';

const tabsOf = (list: Element): HTMLElement[] => [
  ...list.querySelectorAll<HTMLElement>('[role=tab]'),
];

/** A menu of tabs that do not fit. It reads the page, so dynamic tabs count. */
export function TabOverflow() {
  const here = useRef<HTMLSpanElement>(null);
  const [hidden, setHidden] = useState('');
  useEffect(() => {
    const list = here.current?.parentElement?.querySelector('[role=tablist]');
    if (!list) return undefined;
    const look = (): void => {
      const { left, right } = list.getBoundingClientRect();
      const names = tabsOf(list).flatMap((tab) => {
        const box = tab.getBoundingClientRect();
        const isHidden = box.left < left - 1 || box.right > right + 1;
        tab.toggleAttribute('data-cut', isHidden);
        return isHidden ? [nameOf(tab)] : [];
      });
      setHidden(names.join('\n'));
    };
    const follow = (): void => {
      const chosen = list.querySelector('[aria-selected=true]')?.getBoundingClientRect();
      const { left, right } = list.getBoundingClientRect();
      if (chosen && chosen.right > right) list.scrollLeft += chosen.right - right;
      if (chosen && chosen.left < left) list.scrollLeft += chosen.left - left;
      look();
    };
    const ofSize = new ResizeObserver(follow);
    ofSize.observe(list);
    const ofTabs = new MutationObserver(follow);
    ofTabs.observe(list, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ['aria-selected'],
    });
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      ofSize.disconnect();
      ofTabs.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, []);
  const names = hidden === '' ? [] : hidden.split('\n');
  return (
    <span ref={here} className="tab-overflow">
      {names.length > 0 && (
        <IconMenu
          icon="chevron"
          label="More tabs"
          options={names.map((name) => ({ id: name, label: name }))}
          onChoose={(name) => {
            const list = here.current?.parentElement?.querySelector('[role=tablist]');
            const tab = list && tabsOf(list).find((each) => nameOf(each) === name);
            tab?.click();
          }}
        />
      )}
    </span>
  );
}

const nameOf = (tab: HTMLElement): string => tab.textContent.trim();
