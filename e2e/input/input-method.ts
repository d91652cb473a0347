import type { Locator } from "@playwright/test";

/** How a patient operates the page: every action with one kind of input. */
export interface InputMethod {
  /** Presses by touch or mouse, not by keys. */
  readonly pointer: boolean;
  /** Presses a button or a link. */
  press(target: Locator): Promise<void>;
  /** Turns a radio button or a checkbox on. */
  choose(target: Locator): Promise<void>;
  /** Replaces the text of a text control. */
  write(target: Locator, text: string): Promise<void>;
  /** Picks an option of a native select. */
  pick(target: Locator, option: string): Promise<void>;
}

/** Replaces the text of a focused control by typing. */
export async function replaceText(target: Locator, text: string): Promise<void> {
  const { keyboard } = target.page();
  await keyboard.press("ControlOrMeta+a");
  await keyboard.type(text);
}
