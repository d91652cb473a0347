import { screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { openScreen, type Screen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { order } from "#clinic/testing/orders.ts";
import { dispensing, select } from "#clinic/testing/sent/dispensing.tsx";
import { care } from "#contract/care/calls.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";

const [first, second] = [uspsNumber(1), uspsNumber(2)];
/** As a label says it that goes where the orders go. */
const label = (number: string) => `42052240${number}`;

let close = () => {};
afterEach(() => close());

async function shipping(...numbers: readonly number[]) {
  const server = createScreenServer();
  server.answer(care.shipOrder, ({ params }) => ({ order: order(Number(params["id"]?.slice(-1)) || 1) }));
  const shown = await openScreen(dispensing(server), { server, cache: queryClient });
  ({ close } = shown);
  await select(shown, ...numbers);
  await shown.press("Mark as shipped");
  return { ...shown, server };
}
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name);
/** A scanner types into whatever has the focus, and ends with a key. */
const scan = ({ user }: Pick<Screen, "user">, text: string, end = "{Enter}") => user.keyboard(text + end);
const sentCount = (server: ReturnType<typeof createScreenServer>) =>
  server.sent.filter(({ call }) => call === "care.shipOrder").length;

test("a scan ending in Enter sets the carrier and shows what was read; another Enter sends it as scanned", async () => {
  const shown = await shipping(2);
  expect(document.activeElement).toBe(field("Tracking number"));
  await scan(shown, label(first));
  await shown.findText(`Read as USPS ${first}`);
  expect(field("Carrier").value).toBe("USPS");
  expect(document.activeElement?.textContent).toBe("Mark as shipped");
  expect(sentCount(shown.server)).toBe(0);
  await shown.user.keyboard("{Enter}");
  const { body } = await shown.sentOf("care.shipOrder");
  expect(body).toEqual({ carrier: "USPS", trackingnumber: label(first) });
});

test("of several orders the focus goes on to the next number, with Enter and with Tab; each has its label’s carrier", async () => {
  const shown = await shipping(2, 3);
  await scan(shown, label(first));
  expect(document.activeElement).toBe(field(/Tracking number of 100003/));
  await scan(shown, "1Z5R89390357567127", "{Tab}");
  await waitFor(() => expect(field("Carrier").value).toBe("UPS"));
  expect(document.activeElement).toBe(field("Carrier"));
  await shown.user.keyboard("{Enter}");
  expect((await shown.sentOf("care.shipOrder")).body).toMatchObject({ carrier: "USPS", trackingnumber: label(first) });
  expect((await shown.sentOf("care.shipOrder", 2)).body).toMatchObject({ carrier: "UPS" });
});

test.each([
  ["a medicine’s box", "0100312345678906172705311012345", /code of a medicine’s box/],
  ["half a label", first.slice(0, 13), /no whole tracking number/],
  ["a label of another order", `42094110${first}`, /made out to 94110; the order goes to 52240/],
  ["two scans", first + second, /two scans/],
])("%s is refused at the field, stays there, and the next scan takes its place", async (_, text, words) => {
  for (const end of ["{Enter}", "{Tab}"]) {
    const shown = await shipping(2);
    await scan(shown, text, end);
    const number = field("Tracking number");
    await waitFor(() => expect(number.getAttribute("aria-invalid")).toBe("true"));
    expect(document.body.textContent).toMatch(words);
    expect([document.activeElement, number.value]).toEqual([number, text]);
    expect([number.selectionStart, number.selectionEnd]).toEqual([0, text.length]);
    await scan(shown, label(second));
    expect([number.value, number.getAttribute("aria-invalid")]).toEqual([label(second), null]);
    expect(sentCount(shown.server)).toBe(0);
    shown.close();
  }
});

test("whoever has read what is wrong may leave the field", async () => {
  const shown = await shipping(2);
  await scan(shown, "9400", "{Tab}");
  expect(document.activeElement).toBe(field("Tracking number"));
  await shown.user.keyboard("{Tab}");
  expect(document.activeElement).not.toBe(field("Tracking number"));
});

test("what is typed by hand is sent with one Enter", async () => {
  const shown = await shipping(2);
  await shown.fill("Carrier", "Meadow Post");
  await shown.user.click(field("Tracking number"));
  await scan(shown, "mp-2000");
  expect((await shown.sentOf("care.shipOrder")).body).toEqual({ carrier: "Meadow Post", trackingnumber: "mp-2000" });
});

test("a number that the server refuses is corrected where it was typed, and what has left isn’t sent again", async () => {
  const shown = await shipping(2, 3);
  shown.server.answer(care.shipOrder, ({ params }) =>
    params["id"] === order(3).id ? { refused: "wrong_state" } : { order: order(2) },
  );
  await scan(shown, label(first));
  await scan(shown, label(second));
  await shown.user.keyboard("{Enter}");
  await shown.press("Correct what was refused");
  const number = field("Tracking number");
  expect([number.value, number.getAttribute("aria-invalid")]).toEqual([label(second), "true"]);
  expect(screen.queryByLabelText(/Tracking number of 100002/)).toBeNull();
});
