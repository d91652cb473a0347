import { getConfig } from "@testing-library/react";
import { setImmediate, setTimeout } from "node:timers/promises";

const now = performance.now.bind(performance);

/** Between one look and the next; the first follow as soon as what was under way has gone on. */
const pause = (looks: number): Promise<void> => (looks < 20 ? setImmediate() : setTimeout(Math.min(looks - 19, 25)));

/** Lets what was begun go on, as far as it waits for nobody. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setTimeout();
}

/** Waits until this gives something, as long as anything on a screen is waited for; fails with what `missing` says then. */
export async function until<T>(
  look: () => T | undefined | null | false,
  missing: () => string,
  within = getConfig().asyncUtilTimeout,
): Promise<T> {
  const end = now() + within;
  for (let looks = 0; ; looks++) {
    const found = look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (now() > end) throw new Error(missing());
    await pause(looks);
  }
}
