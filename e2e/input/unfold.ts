import type { Locator } from "@playwright/test";

/** Opens the folded content of this part of a page, where it is not open already. */
export async function unfold(part: Locator): Promise<void> {
  const folded = part.locator("details").first();
  if ((await folded.getAttribute("open")) === null) await folded.locator("summary").first().click();
}
