import { lostTexts, translatePages, type Translation } from "../checks/translating-browser.ts";
import { expect, test } from "../fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

for (const how of ["elements", "texts"] satisfies readonly Translation[])
  test(`@desktop translated by ${how}, doses, amounts and days read as they do untranslated after every press`, async ({
    page,
    freshBrowser,
    createDeliveredPatient,
  }) => {
    await translatePages(page.context(), how, true);
    const patient = await createDeliveredPatient();
    await new SignIn(page).openSignedIn("/home", patient);
    await new SignIn(await freshBrowser()).openSignedIn("/account-settings", patient);

    const capsule = page
      .getByRole("region", { name: /Your doses/ })
      .getByRole("listitem")
      .filter({ hasText: "Progesterone capsule" });
    const press = (name: RegExp) => page.getByRole("main").getByRole("button", { name }).first().click();
    const pressFor = (name: RegExp) => capsule.getByRole("button", { name }).click();
    /** Once these words are there, every element shows what it was last given. */
    const reads = async (words: RegExp) => {
      await expect(page.getByRole("main")).toContainText(words);
      await expect.poll(() => lostTexts(page)).toEqual([]);
    };

    await reads(/¿Keep track, if you like\?/);
    await test.step("days are picked, and changed", async () => {
      await pressFor(/Keep track/);
      await capsule.getByRole("combobox", { name: /Reminder by email/ }).selectOption({ index: 3 });
      await pressFor(/Save/);
      await reads(/¿Done for today\?/);
      await pressFor(/^¿Change/);
      await capsule.getByRole("combobox", { name: /Reminder by email/ }).selectOption({ index: 5 });
      await pressFor(/Save/);
      await reads(/We'll email you at .* It won't say what for/);
    });
    await test.step("a dose is taken back, and skipped", async () => {
      await pressFor(/^¿Undo/);
      await reads(/¿Take your capsule tonight\?/);
      await press(/^¿Skip/);
      await reads(/Don't take two at once to catch up/);
    });
    await test.step("taken back again, and noted", async () => {
      await pressFor(/^¿Undo/);
      await reads(/¿Take your capsule tonight\?/);
      await press(/^¿Done/);
      await reads(/¿Done for today\?/);
    });
    await test.step("the reminder is turned off", async () => {
      await pressFor(/^¿Change/);
      await pressFor(/Turn off/);
      await reads(/Keep track, if you like.*Keep track, if you like/s);
    });
    await test.step("what is charged, and when", async () => {
      await page.goto("/treatment");
      await reads(/¿[^¿?]*\$\d+[^¿?]*\?/);
    });
    await test.step("another device is logged out", async () => {
      await page.goto("/account-settings/password");
      await press(/Log out.*Unknown device/);
      await reads(/¿That device is logged out\.\?/);
    });
  });
