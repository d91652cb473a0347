import { type RefObject, useEffect } from "react";

/** A smaller loss of screen height than this is a browser bar, not a keyboard, px. */
const minKeyboardHeight = 140;

/** The part of the screen visible beside an on-screen keyboard, px; null where there is none. */
export function visibleAboveKeyboard(
  windowHeight: number,
  { height, offsetTop, scale }: Pick<VisualViewport, "height" | "offsetTop" | "scale">,
): { readonly top: number; readonly height: number } | null {
  return scale === 1 && windowHeight - height > minKeyboardHeight ? { top: offsetTop, height } : null;
}

/** While an on-screen keyboard is open, `panel` fills what it leaves of the screen. */
export function useKeyboard(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const fitPanel = () => {
      const style = panel.current?.style;
      const visible = visibleAboveKeyboard(innerHeight, visualViewport);
      panel.current?.toggleAttribute("data-typing", visible !== null);
      style?.setProperty("--visible-top", `${visible?.top ?? 0}px`);
      style?.setProperty("--visible-height", `${visible?.height ?? 0}px`);
    };
    for (const event of ["resize", "scroll"]) visualViewport.addEventListener(event, fitPanel);
    return () => {
      for (const event of ["resize", "scroll"]) visualViewport.removeEventListener(event, fitPanel);
    };
  }, [panel]);
}
