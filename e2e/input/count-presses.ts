import type { InputMethod } from "./input-method.ts";

/** `inputMethod`, and how often it was used since: each press, choice, field written and option picked is one. */
export function countPresses(inputMethod: InputMethod): InputMethod & { readonly presses: () => number } {
  let count = 0;
  const once = (act: () => Promise<void>): Promise<void> => {
    count += 1;
    return act();
  };
  return {
    pointer: inputMethod.pointer,
    press: (target) => once(() => inputMethod.press(target)),
    choose: (target) => once(() => inputMethod.choose(target)),
    write: (target, text) => once(() => inputMethod.write(target, text)),
    pick: (target, option) => once(() => inputMethod.pick(target, option)),
    presses: () => count,
  };
}
