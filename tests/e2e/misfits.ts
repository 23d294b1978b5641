import type { Page } from '@playwright/test';

/** Describes the texts and controls that overflow, are cut off or overlap; empty if there are none. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth: width } = document.documentElement;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}"`;
    const isHidden = (element: Element) =>
      element.closest('[aria-hidden="true"], [hidden], .visually-hidden') !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const holdsText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());

    if (document.documentElement.scrollWidth > width) found.push(`the page scrolls sideways by ${sideways()}`);
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const { width: wide, height: high, left, right } = element.getBoundingClientRect();
      if (wide <= 1 || high <= 1 || isHidden(element)) continue;
      const style = getComputedStyle(element);
      const isMeant =
        (style.textOverflow === 'ellipsis' && !element.matches('header *')) || style.webkitLineClamp !== 'none';
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
      if (!isMeant && !isField && (clips(style.overflowX) || clips(style.overflowY))) {
        const texts = [...element.querySelectorAll('*')].filter((each) => holdsText(each) && !isHidden(each));
        found.push(...texts.filter((each) => reachesOut(each, element)).map((each) => `text cut off: ${nameOf(each)}`));
      }
      if (element.matches('button, a, label, summary, option, [role=tab], [role=option]')) {
        if (!isMeant && element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline') {
          found.push(`content wider than its element: ${nameOf(element)}`);
        }
      }
      if (element instanceof HTMLInputElement && cutsPlaceholder(element, style)) {
        found.push(`placeholder cut off: ${element.getAttribute('placeholder')}`);
      }
      const isOutside = left < -1 || right > width + 1;
      if (isOutside && (holdsText(element) || isField) && !isInScroller(element))
        found.push(`outside the window: ${nameOf(element)}`);
    }
    const controls = [...document.querySelectorAll('header :is(a, button, input), nav :is(a, button)')];
    const shown = controls.filter((each) => !isHidden(each) && each.getBoundingClientRect().width > 1);
    for (const [place, one] of shown.entries()) {
      const over = shown.slice(place + 1).find((other) => !one.contains(other) && overlap(one, other));
      if (over) found.push(`${nameOf(over)} lies over ${nameOf(one)}`);
    }
    return [...new Set(found)];

    function overlap(one: Element, other: Element): boolean {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const shared = (start: number, end: number) => end - start > 2;
      return (
        shared(Math.max(a.left, b.left), Math.min(a.right, b.right)) &&
        shared(Math.max(a.top, b.top), Math.min(a.bottom, b.bottom))
      );
    }

    function reachesOut(inner: Element, outer: Element): boolean {
      const [small, large] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()];
      const isAside = small.left < large.left - 1 || small.right > large.right + 1;
      return isAside || small.top < large.top - 1 || small.bottom > large.bottom + 1;
    }

    function cutsPlaceholder(field: HTMLInputElement, style: CSSStyleDeclaration): boolean {
      const { placeholder, value, clientWidth } = field;
      const pen = document.createElement('canvas').getContext('2d');
      if (!pen || placeholder === '' || value !== '') return false;
      pen.font = getComputedStyle(field, '::placeholder').font;
      const room = clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      return pen.measureText(placeholder).width > room + 1;
    }

    function isInScroller(element: Element): boolean {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return true;
      }
      return false;
    }

    function sideways(): string {
      const all = [...document.body.querySelectorAll('*')];
      const beyond = all.filter((each) => each.getBoundingClientRect().right > width + 1 && !isInScroller(each));
      return beyond.slice(0, 3).map(nameOf).join(', ');
    }
  });
}

/** The elements that are animated at the moment, for longer than 10 ms. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap(({ playState, effect }) => {
      const lasts = Number(effect?.getComputedTiming().activeDuration ?? 0) > 10;
      return playState === 'running' && lasts && effect instanceof KeyframeEffect
        ? [String(effect.target?.outerHTML.slice(0, 120))]
        : [];
    }),
  );
}
