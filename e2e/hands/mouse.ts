import { type Hands, typeOver } from "./hands.ts";

export const mouse: Hands = {
  press: (target) => target.click(),
  choose: (target) => target.check(),
  async write(target, text) {
    await target.click();
    await typeOver(target, text);
  },
  async pick(target, option) {
    await target.selectOption({ label: option });
  },
};
