import { limits } from "#contract/constants.ts";

/** Drops a call that repeats the previous one, with the same arguments, within 800 ms (spec §9). */
export function throttled<A extends readonly unknown[]>(
  run: (...args: A) => void,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let last = { at: Number.NEGATIVE_INFINITY, what: "" };
  return (...args) => {
    const argsKey = JSON.stringify(args);
    if (now() - last.at < limits.throttleMs && argsKey === last.what) return;
    last = { at: now(), what: argsKey };
    run(...args);
  };
}
