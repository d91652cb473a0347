import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { OrderItem } from "#contract/care/worklists.ts";
import { gtinOfNdc, tenDigits } from "#contract/dispensing/ndc.ts";

/** The code of a box as a scanner types it, with `|` for its separator. It lasts for two years more. */
export const boxCode = (
  ndc: string,
  { end = `${(new Date().getUTCFullYear() + 2) % 100}1200`, lot = "SC4N" } = {},
): string => `01${gtinOfNdc(tenDigits(ndc)[0] ?? "")}17${end}10${lot}|21${randomUUID().slice(0, 13).toUpperCase()}`;

/** Codes of the right boxes for everything that's to be packed of an order. */
export const codesToPack = ({ dispensing }: OrderItem): readonly string[] =>
  (dispensing?.lines ?? []).flatMap(({ packages: [first], units, parcel }) =>
    first === undefined || parcel !== null
      ? []
      : Array.from({ length: first.units === null ? 1 : (units ?? 0) / first.units }, () => boxCode(first.ndc)),
  );

/** Types as a scanner does, wherever the focus is: all keys are under way before the first is answered, so that none waits for a busy machine. */
export async function scan(page: Page, code: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
  const keys = [...Array.from(code, (key) => ({ key, text: key })), enter];
  await Promise.all(
    keys.flatMap(({ text, ...key }) => [
      browser.send("Input.dispatchKeyEvent", { type: "keyDown", ...key, text }),
      browser.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
    ]),
  );
  await browser.detach();
}

/** Packs the order whose dialog is open. */
export async function packByScan(page: Page, order: OrderItem): Promise<void> {
  const dialog = page.getByRole("dialog", { name: `Pack order ${order.order?.number ?? ""}` });
  await expect(dialog).toBeVisible();
  for (const code of codesToPack(order)) await scan(page, code);
  await expect(dialog.getByText("Matched", { exact: true })).toHaveCount(order.dispensing?.lines.length ?? 0);
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
}
