/**
 * Gives the focus to `element` when the control that had it is gone or switched off. Otherwise the browser would start
 * again at the top of the page.
 */
export function focusIfLost(element: HTMLElement | null | undefined): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused.matches(':disabled')) {
    element?.focus({ preventScroll: true });
  }
}
