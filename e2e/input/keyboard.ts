import { expect, type Locator } from "@playwright/test";
import { type InputMethod, replaceText } from "./input-method.ts";

/** Presses Tab until `isReached` holds; fails on a control that Tab does not reach. */
async function tabUntil(target: Locator, isReached: (element: HTMLElement | SVGElement) => boolean): Promise<void> {
  await expect(target).toBeVisible();
  // A dialog takes the focus a moment after it appears.
  await expect.poll(() => target.evaluate(hasDialogFocus)).toBe(true);
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate(isReached)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${target.toString()}`);
}

/** False inside a dialog that does not have the focus yet. */
const hasDialogFocus = (element: Element) =>
  element.closest("[role=dialog], [role=alertdialog]")?.contains(document.activeElement) !== false;
const focused = (element: Element) => element === document.activeElement;
const inFocusedGroup = (element: Element) =>
  document.activeElement instanceof HTMLInputElement &&
  document.activeElement.type === "radio" &&
  element instanceof HTMLInputElement &&
  document.activeElement.name === element.name;

async function chooseRadio(target: Locator): Promise<void> {
  const { keyboard } = target.page();
  await tabUntil(target, inFocusedGroup);
  if (await target.evaluate(focused)) await keyboard.press("Space");
  else
    for (let presses = 0; presses < 60 && !(await target.evaluate(focused)); presses += 1)
      await keyboard.press("ArrowDown");
}

/** Tab, Space, Enter, arrows and letters; no pointer. */
export const keyboard: InputMethod = {
  async press(target) {
    await tabUntil(target, focused);
    await target.page().keyboard.press("Enter");
  },
  async choose(target) {
    if (await target.isChecked()) return;
    if ((await target.getAttribute("type")) === "radio") await chooseRadio(target);
    else {
      await tabUntil(target, focused);
      await target.page().keyboard.press("Space");
    }
    await expect(target).toBeChecked();
  },
  async write(target, text) {
    await tabUntil(target, focused);
    await replaceText(target, text);
  },
  async pick(target, option) {
    await expect(target.getByRole("option", { name: option, exact: true })).toBeAttached();
    await tabUntil(target, focused);
    await target.page().keyboard.type(option);
    await expect(target.getByRole("option", { name: option, exact: true })).toHaveJSProperty("selected", true);
  },
};
