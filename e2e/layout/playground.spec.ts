import { expect, test } from "../fixtures.ts";

for (const theme of ["redesign", "classic"])
  test(`the gallery in the theme ${theme}, light and dark`, async ({ page, checkAccessibility }) => {
    await page.goto(`/playground?theme=${theme}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { level: 2, name: "Drawings" })).toBeVisible();
    await checkAccessibility(page, `Playground, ${theme}`);
  });

test("@desktop dialogs of the gallery: Escape closes each, and returns the focus", async ({ page }) => {
  await page.goto("/playground");
  for (const [opener, role] of [
    ["Open a dialog", "dialog"],
    ["Ask a question", "alertdialog"],
    ["Open the panel", "dialog"],
    ["Open a sheet", "dialog"],
  ] as const) {
    const button = page.getByRole("button", { name: opener });
    await button.click();
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toBeHidden();
    await expect(button).toBeFocused();
  }
});
