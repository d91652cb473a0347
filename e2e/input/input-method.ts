import type { Locator } from "@playwright/test";

/** How a patient works the page: each thing she may do to it, with one kind of input. */
export interface InputMethod {
  /** A button or a link. */
  press(target: Locator): Promise<void>;
  /** A radio button or a checkbox that is to be on. */
  choose(target: Locator): Promise<void>;
  /** A text control; what stood there is replaced. */
  write(target: Locator, text: string): Promise<void>;
  /** An option of a native select. */
  pick(target: Locator, option: string): Promise<void>;
}

/** Types over what a focused control holds. */
export async function replaceText(target: Locator, text: string): Promise<void> {
  const { keyboard } = target.page();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(text);
}
