import { useEffect, useState } from "react";

/** Where a screen of the visit comes in from: forward from the right, back from the left; null for the first. */
export type StepDirection = "forward" | "back" | null;

let shownBefore = false;
let goesBack = false;
const goBack = () => void (goesBack = true);

// The browser's own button leads back, too.
if (typeof addEventListener === "function") addEventListener("popstate", goBack);

const upcoming = (): StepDirection => (shownBefore ? (goesBack ? "back" : "forward") : null);

/** The direction of this screen, and what to call where its Back is pressed. */
export function useStepDirection(): { readonly direction: StepDirection; readonly goBack: () => void } {
  const [direction] = useState(upcoming);
  useEffect(() => {
    shownBefore = true;
    goesBack = false;
  }, []);
  return { direction, goBack };
}
