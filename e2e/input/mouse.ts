import { type InputMethod, replaceText } from "./input-method.ts";

export const mouse: InputMethod = {
  pointer: true,
  press: (target) => target.click(),
  choose: (target) => target.check(),
  async write(target, text) {
    await target.click();
    await replaceText(target, text);
  },
  async pick(target, option) {
    await target.selectOption({ label: option });
  },
};
