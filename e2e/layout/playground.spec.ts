import { expect, test } from "../fixtures.ts";
import { expectAccessible } from "../checks/accessibility.ts";

for (const theme of ["redesign", "classic"])
  test(`@both the gallery in the theme ${theme}, light and dark`, async ({ page }) => {
    for (const palette of ["light", "dark"]) {
      await page.goto(`/playground?theme=${theme}&palette=${palette}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: "Drawings" })).toBeVisible();
      await expectAccessible(page, `Playground, ${theme}, ${palette}`);
    }
  });

test("@both dialogs of the gallery", async ({ page }) => {
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
    await expectAccessible(page, `Playground: ${opener}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toBeHidden();
    await expect(button).toBeFocused();
  }
});
