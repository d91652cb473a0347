import type { Page } from "@playwright/test";
import type { InputMethod } from "../input/input-method.ts";

/** Chooses a picture for the identity check and goes on. */
export async function sendPhoto(page: Page, inputMethod: InputMethod): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await inputMethod.press(page.getByRole("button", { name: "Choose a file" }));
  const chooser = await choosing;
  await chooser.setFiles({ name: "photo.png", mimeType: "image/png", buffer: await page.screenshot() });
  await inputMethod.press(page.getByRole("button", { name: "Continue" }));
}
