import type { InputMethod } from "./input-method.ts";

/** `inputMethod`, and how often it was used since: each press, choice, field written and option picked is one. */
export function countPresses(inputMethod: InputMethod): InputMethod & { readonly presses: () => number } {
  let count = 0;
  const counted =
    <Args extends unknown[]>(act: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> => {
      count += 1;
      return act(...args);
    };
  const { pointer, press, choose, write, pick } = inputMethod;
  return {
    pointer,
    press: counted(press),
    choose: counted(choose),
    write: counted(write),
    pick: counted(pick),
    presses: () => count,
  };
}
