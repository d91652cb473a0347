import { type RefObject, useEffect, useState } from "react";

/** Whether `element` has come near what she sees; it stays so. */
export function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !element.current) return;
    const watch = new IntersectionObserver((entries) => entries.some((each) => each.isIntersecting) && setSeen(true), {
      rootMargin: "400px",
    });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element, seen]);
  return seen;
}
