/** Runs tasks at most `permits` at a time, in order of arrival; the others wait. */
export function createSemaphore(permits: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let availablePermits = permits;
  return async (task) => {
    if (availablePermits > 0) availablePermits -= 1;
    else await new Promise<void>((acquire) => waiting.push(acquire));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else availablePermits += 1;
    }
  };
}
