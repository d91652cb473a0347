import { expect, type Locator, type Page } from "@playwright/test";
import { type InputMethod, replaceText } from "./input-method.ts";

/** Whether the focus is where it should be; null for a control that is no longer on the page. */
type IsReached = (element: HTMLElement | SVGElement) => boolean | null;

/** Presses Tab until `isReached` holds; fails on a control that Tab does not reach. */
async function tabUntil(target: Locator, isReached: IsReached): Promise<void> {
  await expect(target).toBeVisible();
  // A dialog takes the focus a moment after it appears.
  await expect.poll(() => target.evaluate(hasDialogFocus)).toBe(true);
  // To find a control by its role takes longer than the press.
  let control = await target.elementHandle();
  for (let presses = 0; presses < 120; presses += 1) {
    const reached = await control?.evaluate(isReached);
    if (reached) return expectUncovered(target.page());
    if (reached === false) await target.page().keyboard.press("Tab");
    else control = await target.elementHandle();
  }
  throw new Error(`No Tab leads to ${target.toString()}`);
}

/** What has the focus is in sight: on the screen, and beneath no bar that stays in place. */
const expectUncovered = (page: Page) => expect.poll(() => page.evaluate(isFocusUncovered)).toBe(true);

/** A text field scrolls its first line into sight, so only its upper edge counts; a radio or check box is as large as its label. */
const isFocusUncovered = (): boolean => {
  const focused = document.activeElement ?? document.body;
  const shown = (focused instanceof HTMLInputElement && focused.labels?.[0]) || focused;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const y = top + (shown instanceof HTMLTextAreaElement ? 4 : height / 2);
  const over = document.elementFromPoint(left + width / 2, y);
  return over !== null && (shown.contains(over) || over.contains(shown));
};

/** False inside a dialog that does not have the focus yet. */
const hasDialogFocus = (element: Element) =>
  element.closest("[role=dialog], [role=alertdialog]")?.contains(document.activeElement) !== false;

/** Presses a control once it can be: before its draft is read, a button can't have the focus, and the key would go to whatever has it. */
export async function pressEnter(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.focus();
  await expect(button).toBeFocused();
  await button.page().keyboard.press("Enter");
}

const focused: IsReached = (element) => (element.isConnected ? element === document.activeElement : null);
const inFocusedGroup: IsReached = (element) =>
  element.isConnected
    ? document.activeElement instanceof HTMLInputElement &&
      document.activeElement.type === "radio" &&
      element instanceof HTMLInputElement &&
      document.activeElement.name === element.name
    : null;

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
  pointer: false,
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
    const wanted = target.getByRole("option", { name: option, exact: true });
    await expect(wanted).toBeAttached();
    await tabUntil(target, focused);
    // A browser forgets after a second what was typed; on a busy machine it's typed again.
    await expect(async () => {
      await target.page().keyboard.type(option);
      await expect(wanted).toHaveJSProperty("selected", true, { timeout: 1000 });
    }).toPass({ intervals: [1500] });
  },
};
