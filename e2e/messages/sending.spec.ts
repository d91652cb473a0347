import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "../fixtures.ts";
import { openDoctorThread, dropSends, interceptSends, sendPath } from "../flows/doctor-thread.ts";
import { keyboard } from "../input/keyboard.ts";

const photo = () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#7f9a78" } })
    .jpeg()
    .toBuffer();

test("§7 without a connection messages wait, also over a reload, and are sent once, in order; §8 told to wait, the outbox waits and goes on by itself; logging out before that says what is not sent; a failed message says why and can be sent again; a refused one gives its text back", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
  expectProblem,
  expectApiError,
}) => {
  const { thread, conversation, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  /** Those of these texts that the practice has, in order. */
  const received = async (...texts: readonly string[]) =>
    (await messagesReceived()).filter((text) => texts.includes(text)).toReversed();

  await test.step("§7 offline, and over a reload", async () => {
    expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/);
    await page.context().setOffline(true);
    await thread.send("First.");
    await thread.send("Second.");
    await expect(thread.onTheirWay.getByText("Will send on its own when you're back online.")).toHaveCount(2);
    await checkAccessibility(page, "Messages, offline");
    // As if the network worked for pages only.
    const connect = await dropSends(page, conversation);
    await page.context().setOffline(false);
    await page.reload();
    await thread.ready();
    await expect(thread.onTheirWay.getByText("Second.", { exact: true })).toBeVisible();
    expect(await received("First.", "Second.")).toEqual([]);
    await connect();
    await expect(thread.message("Second.")).toBeVisible();
    await expect(thread.onTheirWay).toHaveCount(0);
    expect(await received("First.", "Second.")).toEqual(["First.", "Second."]);
  });

  await test.step("§8 told to wait; logging out meanwhile", async () => {
    expectApiError({ path: sendPath(conversation), status: 429 });
    let wait = true;
    const mended = await interceptSends(page, conversation, (route) =>
      wait
        ? route.fulfill({
            status: 429,
            headers: { "retry-after": "1" },
            json: { message: "Please wait a moment.", code: "rate_limited" },
          })
        : route.continue(),
    );
    await thread.send("Third.");
    await thread.send("Fourth.");
    await expect(thread.onTheirWay.getByText("Sending…")).toHaveCount(2);
    await thread.field.fill("Not sent yet.");
    await page.getByRole("button", { name: /^Account of / }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("3 messages are not sent yet.");
    await checkAccessibility(page, "Logging out with messages that are not sent");
    await question.getByRole("button", { name: "Cancel" }).click();
    wait = false;
    await expect(thread.message("Fourth.")).toBeVisible();
    expect(await received("Third.", "Fourth.")).toEqual(["Third.", "Fourth."]);
    await mended();
  });

  const answer = (status: number, message: string, code: string) =>
    interceptSends(page, conversation, (route) => route.fulfill({ status, json: { message, code } }));

  await test.step("§8 one that failed", async () => {
    expectApiError({ path: sendPath(conversation), status: 500 });
    const mended = await answer(500, "Something went wrong on our side. Please try again.", "internal");
    await thread.send("Please look at this.");
    await expect(thread.onTheirWay.getByText("Not sent. Something went wrong on our side.")).toBeVisible();
    await checkAccessibility(page, "Messages, one not sent");
    await mended();
    await thread.button(/^Send again/).click();
    await expect(thread.message("Please look at this.")).toBeVisible();
    expect(await received("Please look at this.")).toHaveLength(1);
  });

  await test.step("§8 one that is refused", async () => {
    expectApiError({ path: sendPath(conversation), status: 409 });
    await answer(409, "This chat is closed.", "wrong_state");
    await thread.send("Too late.");
    await expect(thread.field).toHaveValue("Too late.");
    await expect(page.getByRole("alert").filter({ hasText: "This chat is closed." })).toBeVisible();
    await expect(thread.onTheirWay).toHaveCount(0);
  });
});

test("§9 files: a photo shows progress, is announced by its size and seen only when asked for, a disguised file is refused, a PDF shows name and size", async ({
  page,
  patient,
  api,
  careTeam,
  checkAccessibility,
  expectApiError,
}) => {
  const { thread, conversation } = await openDoctorThread(page, api, careTeam, patient);
  const path = `/api/conversation/${conversation}/messageattachment`;
  await thread.files.setInputFiles([
    { name: "skin.jpg", mimeType: "image/jpeg", buffer: await photo() },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no") },
  ]);
  await expect(page.getByText("“notes.txt” isn't a JPEG, PNG, TIFF, HEIC or PDF file.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove skin.jpg" })).toBeVisible();
  await checkAccessibility(page, "Messages, a file chosen");

  let release = () => {};
  const untilReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await untilReleased;
    await route.continue();
  });
  await thread.send("This is the spot.");
  await expect(page.getByRole("progressbar", { name: "Sending skin.jpg" })).toBeVisible();
  await expect(thread.button(/^Cancel/)).toBeVisible();
  await checkAccessibility(page, "Messages, a file on its way");
  release();
  const larger = page.getByRole("button", { name: /^Photo you sent \d+ KB · Show photo$/ });
  await expect(larger).toBeVisible();
  await expect(thread.message("This is the spot.").locator("..").getByRole("img")).toHaveCount(0);
  await larger.click();
  await expect(page.getByRole("dialog", { name: "Photo you sent" }).getByRole("img")).toBeVisible();
  await checkAccessibility(page, "Messages, a photo");
  await page.keyboard.press("Escape");
  await expect(larger).toBeFocused();

  await test.step("§9 a PDF shows its kind and size, and downloads exactly as it was sent", async () => {
    const letter = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");
    await thread.files.setInputFiles({ name: "letter.pdf", mimeType: "application/pdf", buffer: letter });
    await thread.button("Send").click();
    const download = thread.log.getByRole("region").getByRole("button", { name: /^Download document\.pdf ?1 KB$/ });
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toBe("document.pdf");
    expect(await readFile(await file.path())).toEqual(letter);
  });

  await test.step("§9 a photo of a newer phone (HEIC) is shown too", async () => {
    const buffer = await readFile("server/platform/files/fixtures/turned.heic");
    await thread.files.setInputFiles({ name: "IMG_2041.HEIC", mimeType: "", buffer });
    await thread.button("Send").click();
    await expect(larger).toHaveCount(2);
    await larger.last().click();
    const image = page.getByRole("dialog").getByRole("img");
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await page.keyboard.press("Escape");
  });

  await test.step("§9 a file that is not an image is refused, with a reason", async () => {
    expectApiError({ path, status: 422 });
    await thread.files.setInputFiles({
      name: "lie.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.concat([(await photo()).subarray(0, 20), Buffer.from("<svg onload=x>")]),
    });
    await thread.button("Send").click();
    await expect(thread.onTheirWay.getByText(/^Not sent\. /)).toBeVisible();
    await expect(thread.button(/^Send again/)).toHaveCount(0);
    await thread.button(/^Delete/).click();
    await expect(thread.onTheirWay).toHaveCount(0);
  });
});

test("@desktop §2.3 by keyboard alone: a photo is added, sent again after it failed, and opened; a request is marked as done", async ({
  page,
  patient,
  api,
  careTeam,
  expectApiError,
}) => {
  const { thread, conversation, doctor } = await openDoctorThread(page, api, careTeam, patient);
  const path = `/api/conversation/${conversation}/messageattachment`;
  expectApiError({ path, status: 500 });
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { message: "Something went wrong on our side.", code: "internal" } }),
  );
  const chooser = page.waitForEvent("filechooser");
  await keyboard.press(thread.button("Add a photo or PDF"));
  await (await chooser).setFiles({ name: "skin.jpg", mimeType: "image/jpeg", buffer: await photo() });
  await keyboard.press(thread.button("Send"));
  await expect(thread.onTheirWay.getByText("Not sent. Something went wrong on our side.")).toBeVisible();
  await page.unroute(`**${path}`);
  await keyboard.press(thread.button(/^Send again/));
  const larger = page.getByRole("button", { name: /^Photo you sent / });
  await keyboard.press(larger);
  await expect(page.getByRole("dialog", { name: "Photo you sent" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(larger).toBeFocused();

  await doctor("Please tell us how the first weeks were.", { type: "prescription_followup" });
  await keyboard.press(thread.button("Mark as done"));
  await expect(thread.log.getByText("Done", { exact: true })).toBeVisible();
});

test("@desktop §8 a browser without IndexedDB, Web Locks or BroadcastChannel still sends messages", async ({
  page,
  patient,
  api,
  careTeam,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "BroadcastChannel");
    Reflect.deleteProperty(Navigator.prototype, "locks");
    const get = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    Object.defineProperty(globalThis, "indexedDB", { get });
  });
  const { thread, got: messagesReceived } = await openDoctorThread(page, api, careTeam, patient);
  await thread.send("From an old phone.");
  await expect(thread.message("From an old phone.")).toBeVisible();
  expect((await messagesReceived()).filter((text) => text === "From an old phone.")).toHaveLength(1);
});
