import type { Page } from "@playwright/test";
import sharp from "sharp";
import { completeVisit } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { unfold } from "../input/unfold.ts";
import { SignIn } from "../pages/sign-in.ts";

/** Dark words on a clear ground, and noise below them so that it is large enough to be made smaller. */
async function clearPicture(): Promise<Buffer> {
  const noise = await sharp({
    create: {
      width: 900,
      height: 500,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 14 },
    },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: 900, height: 800, channels: 4, background: "#00000000" } })
    .composite([{ input: noise, left: 0, top: 300 }])
    .png()
    .toBuffer();
}

/** Keeps the file the page sends; the browser doesn't show it to tests. */
function keepSentFile() {
  // oxlint-disable-next-line typescript/unbound-method -- called on its request
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const file = body instanceof FormData ? body.get("file") : null;
    if (file instanceof File) Object.assign(globalThis, { sentFile: file });
    send.call(this, body);
  };
}

/** Sends a picture as a card, named as phones do; gives the bytes the page sent. */
async function sendCard(page: Page, buffer: Buffer, name: string): Promise<Buffer> {
  const form = page.getByRole("region", { name: "Add a document" });
  await unfold(form);
  await form.getByLabel("What is it?").selectOption("insurance_front");
  const choosing = page.waitForEvent("filechooser");
  await form.getByRole("button", { name: "Choose a file" }).click();
  await (await choosing).setFiles({ name, mimeType: "image/png", buffer });
  await form.getByRole("button", { name: "Send document" }).click();
  await expect(page.getByText("“Insurance card, front” is saved.")).toBeVisible();
  const bytes = await page.evaluate(async () => {
    const { sentFile } = globalThis as unknown as { readonly sentFile: File };
    return Array.from(new Uint8Array(await sentFile.arrayBuffer()));
  });
  return Buffer.from(bytes);
}

test("§5 a large picture of a clear ground, with a name without an ending, is made smaller and white behind", async ({
  page,
  patient,
  api,
}) => {
  await completeVisit(api, patient);
  await page.addInitScript(keepSentFile);
  await new SignIn(page).openSignedIn("/insurance-documents", patient);
  const picture = await clearPicture();
  const sent = await sendCard(page, picture, "1000012345");
  expect(sent.length).toBeLessThan(picture.length / 2);
  const [red = 0, green = 0, blue = 0] = await sharp(sent)
    .extract({ left: 50, top: 50, width: 1, height: 1 })
    .raw()
    .toBuffer();
  expect(Math.min(red, green, blue)).toBeGreaterThan(245);
});

/** What protection against fingerprinting does to a canvas. */
const liars: readonly [string, () => void][] = [
  [
    "draws stripes into what it gives out",
    () => {
      // oxlint-disable-next-line typescript/unbound-method -- called on its canvas
      const toBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (...given) {
        const context = this.getContext("2d");
        for (let left = 0; left < this.width; left += 12) context?.fillRect(left, 0, 4, this.height);
        toBlob.apply(this, given);
      };
    },
  ],
  [
    "reads all white",
    () => {
      // oxlint-disable-next-line typescript/unbound-method -- called on its canvas
      const read = CanvasRenderingContext2D.prototype.getImageData;
      CanvasRenderingContext2D.prototype.getImageData = function (...given) {
        const pixels = read.apply(this, given as Parameters<typeof read>);
        pixels.data.fill(255);
        return pixels;
      };
    },
  ],
  ["gives nothing", () => void (HTMLCanvasElement.prototype.toBlob = (done) => done(null))],
  [
    "may not be read",
    () =>
      void (CanvasRenderingContext2D.prototype.getImageData = () => {
        throw new DOMException("Blocked", "SecurityError");
      }),
  ],
];

for (const [what, lie] of liars)
  test(`§5 where the browser's canvas ${what}, the picture is sent as it is`, async ({ page, patient, api }) => {
    await completeVisit(api, patient);
    await page.addInitScript(keepSentFile);
    await page.addInitScript(lie);
    await new SignIn(page).openSignedIn("/insurance-documents", patient);
    const picture = await clearPicture();
    expect((await sendCard(page, picture, "card.png")).equals(picture)).toBe(true);
  });
