/** What the page itself notes down. */
interface Watch {
  /** When rows had been drawn for the first time, in ms since the page began; null before. */
  rowsDrawnAtMs: number | null;
  longTasksMs: number[];
  /** One time stamp a frame, in ms. */
  frames: number[];
  mostRows: number;
  nextFrame: number;
}

export type Recording = Pick<Watch, 'longTasksMs' | 'frames' | 'mostRows'>;

declare global {
  interface Window {
    watch: Watch;
  }
}

/** Runs before the page's own scripts. */
export function watchPage(): void {
  const watch: Watch = { rowsDrawnAtMs: null, longTasksMs: [], frames: [], mostRows: 0, nextFrame: 0 };
  window.watch = watch;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longTasksMs.push(duration);
  }).observe({ type: 'longtask' });
  const arrivals = new MutationObserver(() => {
    if (document.querySelector('[data-index]') === null) return;
    arrivals.disconnect();
    // A message sent in a frame is heard when that frame has been drawn.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (watch.rowsDrawnAtMs = performance.now());
      port2.postMessage(null);
    });
  });
  arrivals.observe(document, { childList: true, subtree: true });
}

export function startRecording(): void {
  const { watch } = window;
  Object.assign(watch, { longTasksMs: [], frames: [], mostRows: 0 });
  const note = (atMs: number) => {
    watch.frames.push(atMs);
    watch.mostRows = Math.max(watch.mostRows, document.querySelectorAll('[data-index]').length);
    watch.nextFrame = requestAnimationFrame(note);
  };
  watch.nextFrame = requestAnimationFrame(note);
}

export function stopRecording(): Recording {
  const { longTasksMs, frames, mostRows, nextFrame } = window.watch;
  cancelAnimationFrame(nextFrame);
  return { longTasksMs, frames, mostRows };
}

export const isAtEnd = (): boolean => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;

export const firstRow = (): string => document.querySelector('[data-index]')?.outerHTML ?? '';

/** Replaces the page by `count` copies of a row. @returns the ms until they were drawn. */
export function drawAll({ row, count }: { row: string; count: number }): Promise<number> {
  const startedAt = performance.now();
  const list = document.createElement('main');
  list.className = 'page';
  const template = document.createElement('template');
  template.innerHTML = row;
  const one = template.content.firstElementChild;
  // The rows stand below each other by themselves, so that they need not be placed one by one.
  one?.classList.remove('absolute');
  one?.removeAttribute('style');
  list.innerHTML = (one?.outerHTML ?? '').repeat(count);
  document.body.replaceChildren(list);
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now() - startedAt);
      port2.postMessage(null);
    });
  });
}
