import { expect } from "@playwright/test";
import { type InputMethod, replaceText } from "./input-method.ts";

export const touch: InputMethod = {
  pointer: true,
  press: (target) => target.tap(),
  async choose(target) {
    if (!(await target.isChecked())) await target.tap();
    await expect(target).toBeChecked();
  },
  async write(target, text) {
    await target.tap();
    await replaceText(target, text);
  },
  async pick(target, option) {
    await target.tap();
    await target.selectOption({ label: option });
  },
};
