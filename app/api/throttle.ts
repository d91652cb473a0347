import { limits } from "#contract/constants.ts";

/** Lets one press through in 800 ms (spec §9); the others are dropped. */
export function throttled<A extends readonly unknown[]>(
  press: (...args: A) => void,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (...args) => {
    if (now() - last < limits.throttleMs) return;
    last = now();
    press(...args);
  };
}
