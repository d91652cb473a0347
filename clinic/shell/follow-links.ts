/** Makes links of the staff app show their page without reloading. */
export function followLinks(page: Document, navigate: (path: string) => void): void {
  page.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.href || link.target || link.download || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || !/^\/clinic(?:\/|$)/.test(to.pathname) || to.hash !== "") return;
    event.preventDefault();
    navigate(to.pathname + to.search);
  });
}
