/** Runs `run` after `ms` milliseconds, unless the returned function is called first. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Latest time at which idle work begins, in ms. */
const maxWaitMs = 5000;

/** Runs `work` when the browser is idle; ignores a failure, as nobody waits for it. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => void work().catch(() => null);
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: maxWaitMs });
  else after(maxWaitMs / 5, run);
}
