/** The parts of a click on a link that decide whether it stays inside the app. */
export interface LinkClick {
  readonly button: number;
  readonly modified: boolean;
  readonly handled: boolean;
  readonly href: string;
  readonly target: string;
  readonly download: boolean;
}

/**
 * Path to show without a page load, or null when the browser should follow the link itself: another origin or window, a download, an anchor on this
 * page, or a path the app does not know.
 */
export function internalPath(
  click: LinkClick,
  currentUrl: string,
  isAppPath: (path: string) => boolean,
): string | null {
  if (click.button !== 0 || click.modified || click.handled || click.download) return null;
  if (click.target !== "" && click.target !== "_self") return null;
  const from = new URL(currentUrl);
  const to = new URL(click.href, currentUrl);
  if (to.origin !== from.origin || !isAppPath(to.pathname)) return null;
  if (to.hash !== "" && to.pathname === from.pathname && to.search === from.search) return null;
  return to.pathname + to.search + to.hash;
}

/** Makes plain `<a href>` elements navigate without a page load. Returns a function that stops it. */
export function followLinks(
  root: Document,
  navigateTo: (path: string) => void,
  isAppPath: (path: string) => boolean,
): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href) return;
    const path = internalPath(
      {
        button: event.button,
        modified: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
        handled: event.defaultPrevented,
        href: link.href,
        target: link.target,
        download: link.hasAttribute("download"),
      },
      root.location.href,
      isAppPath,
    );
    if (path === null) return;
    event.preventDefault();
    navigateTo(path);
  };
  root.addEventListener("click", onClick);
  return () => root.removeEventListener("click", onClick);
}
