/** Lets at most `width` tasks run at once; the others wait their turn. */
export function gate(width: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (running >= width) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
