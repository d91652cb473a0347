import { setTimeout as pause } from "node:timers/promises";

const tickMs = 20;

/** Calls `sendRange` with the next numbers every 20 ms, `perSecond` in each second, for `seconds`. */
export async function sendPaced(perSecond: number, seconds: number, sendRange: (from: number, to: number) => void) {
  const began = performance.now();
  const all = perSecond * seconds;
  for (let done = 0; done < all;) {
    const due = Math.min(all, Math.floor(((performance.now() - began) / 1000) * perSecond));
    if (due > done) sendRange(done, due);
    done = due;
    await pause(tickMs);
  }
}
