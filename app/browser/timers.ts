/** Runs `run` after `ms` milliseconds, unless the returned function is called first. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
