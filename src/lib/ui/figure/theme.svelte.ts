import { createSubscriber } from 'svelte/reactivity';
import { on } from 'svelte/events';

/** Whether the page is dark now; follows the theme button and the system. Light where there is no window. */
class PageTheme {
  readonly #subscribe = createSubscriber((update) => {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const stop = [on(window, 'themechange', update), on(system, 'change', update)];
    return () => stop.forEach((off) => off());
  });

  get dark(): boolean {
    if (typeof window === 'undefined') return false;
    this.#subscribe();
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
  }
}

export const pageTheme = new PageTheme();
