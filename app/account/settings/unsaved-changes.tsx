import { Suspense, useEffect, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { navigate } from "wouter/use-browser-location";
import { internalPath } from "#app/router/links.ts";

const LeaveDialog = lazyRoute(() => import("./unsaved-changes-dialog.tsx")).Part;

/** While `dirty`, links within the app ask before leaving, and the browser asks before closing the page. */
export function UnsavedChangesGuard({ dirty }: { dirty: boolean }) {
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => {
    if (!dirty) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onLinkClick = (event: MouseEvent) => {
      const path = internalLinkPath(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTo(path);
    };
    addEventListener("beforeunload", onBeforeUnload);
    document.addEventListener("click", onLinkClick, true);
    return () => {
      removeEventListener("beforeunload", onBeforeUnload);
      document.removeEventListener("click", onLinkClick, true);
    };
  }, [dirty]);
  if (to === null) return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={() => setTo(null)} onLeave={() => navigate(to)} />
    </Suspense>
  );
}

/** Path of another page of the app the click leads to; null for any other click. */
function internalLinkPath(event: MouseEvent): string | null {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href) return null;
  const click = {
    button: event.button,
    modified: event.metaKey || event.ctrlKey || event.shiftKey || event.altKey,
    handled: event.defaultPrevented,
    href: link.href,
    target: link.target,
    download: link.hasAttribute("download"),
  };
  return internalPath(click, location.href, (path) => path !== location.pathname);
}
