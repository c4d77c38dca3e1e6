import type { Target } from './tour';

/** The element that a step points at, or null while the page does not have it. */
export function findTarget(root: ParentNode, target: Target): Element | null {
  if ('selector' in target) return root.querySelector(target.selector);
  const headings = [...root.querySelectorAll('main :is(h1, h2, h3)')];
  return headings.find((heading) => heading.textContent.trim().startsWith(target.heading)) ?? null;
}

/** Calls `found` with the target once the page has it. Returns what ends the wait. */
export function awaitTarget(target: Target, found: (element: Element) => void): () => void {
  const now = findTarget(document, target);
  if (now) {
    found(now);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const element = findTarget(document, target);
    if (!element) return;
    observer.disconnect();
    found(element);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
