import { type MouseEvent, useEffect, useRef, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { useCart } from "./cart-context.ts";

/** Only a plain click is handled: a new tab or window is the browser's. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * Links out of the widget that carry the session along. `leaving` is the address being opened, until the page is restored from the browser's
 * back/forward cache; `problem` says why one could not be opened.
 */
export function useLeaveWidget() {
  const { leaveWidget: leave } = useCart();
  const [leaving, setLeaving] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const inProgress = useRef(false);

  useEffect(() => {
    const onPageShow = () => setLeaving(null);
    addEventListener("pageshow", onPageShow);
    return () => removeEventListener("pageshow", onPageShow);
  }, []);

  async function leaveFor(href: string): Promise<void> {
    if (inProgress.current) return;
    inProgress.current = true;
    setProblem(null);
    setLeaving(href);
    try {
      await leave(href);
    } catch (error) {
      setLeaving(null);
      setProblem(errorMessage(error));
    } finally {
      inProgress.current = false;
    }
  }
  /** Props of a link to `href`. */
  const linkProps = (href: string) => ({
    href,
    target: "_top",
    "aria-busy": leaving === href || undefined,
    onClick: (event: MouseEvent) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      void leaveFor(href);
    },
  });
  return { leaving, problem, go: leaveFor, linkProps };
}
