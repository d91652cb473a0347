import { useEffect, useState } from "react";

/** A press and the screen it leads to belong together this long. */
const leadsOnWithinMs = 3000;
/** As long as a second press may follow the first by accident. */
const doublePressMs = 400;

let pressedAt = -Infinity;

/** A press has answered a screen and leads on. */
export const notePress = (): void => void (pressedAt = performance.now());

/** True for a moment on the screen that a press has led to, so that a double press doesn't answer it, too. */
export function usePressJustMade(): boolean {
  const [just, setJust] = useState(() => performance.now() - pressedAt < leadsOnWithinMs);
  useEffect(() => {
    pressedAt = -Infinity;
    const timer = setTimeout(() => setJust(false), doublePressMs);
    return () => clearTimeout(timer);
  }, []);
  return just;
}
