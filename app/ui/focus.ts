/**
 * Has assistive technology read on from what is new on the screen, without scrolling; also as the ref of a heading. A dialog over the
 * screen keeps the focus.
 */
export function moveFocusTo(element: HTMLElement | null): void {
  if (!element) return;
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  const dialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
  if (!dialog || dialog.contains(element)) element.focus({ preventScroll: true });
}

/** As the ref of what has replaced the screen she was on: it begins at its top, before she sees it, and is read from there. */
export function moveFocusToTop(element: HTMLElement | null): void {
  if (!element) return;
  scrollTo(0, 0);
  moveFocusTo(element);
}
