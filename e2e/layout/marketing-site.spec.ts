import { expect, test } from "../fixtures.ts";
import { marketingOrigin } from "../settings.ts";

const widths = [390, 768, 1280] as const;
/** Lists whose entries stand side by side where there is room. */
const grids = ".steps, .doctors, .pairs, .offers, .reads, .contacts";

test("the phone catalogue fits four screens", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${marketingOrigin}/products`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4 * 844);
});

test("@desktop every kind of page is accessible, and readable at night", async ({ page, checkAccessibility }) => {
  for (const path of ["/", "/products", "/products/estradiol_tablet_1", "/quiz", "/offers", "/articles", "/contact"]) {
    await page.goto(marketingOrigin + path);
    await checkAccessibility(page, `Marketing site, ${path}`);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(marketingOrigin);
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(27, 16, 25)");
});

test("no entry of a list stands alone beside an empty place", async ({ page }) => {
  for (const path of ["/", "/products", "/offers", "/articles", "/contact"]) {
    await page.goto(marketingOrigin + path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const alone = await page.locator(grids).evaluateAll((lists) =>
        lists.flatMap((list) => {
          const entries = [...list.children].map((entry) => entry.getBoundingClientRect());
          const last = entries.at(-1);
          const inLastLine = entries.filter(({ top }) => top === last?.top);
          const wide = list.getBoundingClientRect().width;
          return inLastLine.length === 1 && last && last.width < wide * 0.9 ? [list.className] : [];
        }),
      );
      expect(alone, `${path}, ${width} px`).toEqual([]);
    }
  }
});
