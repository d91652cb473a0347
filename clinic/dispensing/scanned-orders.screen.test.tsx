import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openScreen } from "#app/testing/screens/screen.tsx";
import { createScreenServer } from "#app/testing/screens/server.ts";
import { queryClient } from "#clinic/api/query.ts";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import { orderStatusLabels } from "#clinic/ui/labels/order-status.ts";
import { isTaken } from "#clinic/ui/taken-keys.ts";
import { asMember } from "#clinic/testing/sent/as-member.tsx";
import { care } from "#contract/care/calls.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { gtinOfNdc } from "#contract/dispensing/ndc.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { uspsNumber } from "#contract/testing/usps-number.ts";
import { DispensingPage } from "./dispensing-page.tsx";

/** How often a refusal was to be heard; no test plays anything. */
let refused = 0;
const refusals = () => refused;
let close = () => {};
beforeEach(() => {
  refused = 0;
  vi.stubGlobal("AudioContext", function heard() {
    refused += 1;
    throw new Error("no sound");
  });
});
afterEach(() => close());

const [product] = order(1).detail as [ReturnType<typeof order>["detail"][number]];
const detail = [{ ...product, pricingid: "patch_3m", name: "Patch", dosage: "0.1 mg" }];
const line = {
  ...{ ...unmatched, pricingid: "patch_3m", packedat: null, lotnumber: null, expireson: null, parcel: null },
  ...{ packages: [{ ndc: "00000-2103-14", units: 8 }], units: 8 },
};
const toSend = (number: number): OrderItem =>
  orderItem(number, {
    order: order(number, { detail }),
    dispensing: {
      lines: [line],
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      parcels: [],
    },
  });
const byPaz = { actor: "staff:1", name: "Paz Lindqvist", at: "2026-11-28T12:00:00Z" };
const packed = (number: number, verified: typeof byPaz | null = byPaz): OrderItem => ({
  ...toSend(number),
  dispensing: {
    package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
    packerverifies: true,
    voided: [],
    lines: [
      {
        ...{ ...line, lotnumber: "AB1", expireson: "2031-05-31", packedat: "2026-11-28T12:00:00Z" },
        ...{ filled: { actor: "staff:2", name: "Ines" }, matched: "code", verified },
      },
    ],
    parcels: [],
  },
});
const parcel = {
  ...{ parcel: 1, carrier: "USPS", trackingnumber: uspsNumber(7), shippedat: "2026-11-21T12:00:00Z" },
  ...{ deliveredat: null, returnedat: null, returnreason: null },
};
const onTheWay = orderItem(7, {
  ...{ ready: false, order: order(7, { status: "shipped", detail }) },
  dispensing: {
    lines: [{ ...line, parcel: 1 }],
    package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
    packerverifies: true,
    voided: [],
    parcels: [parcel],
  },
});
const refunded = orderItem(8, { ready: false, order: order(8, { status: "refunded" }) });
const box = (serial: string, ndc = "0000210314") => `01${gtinOfNdc(ndc)}1731053110AB1|21${serial}`;
const codeOf = (number: number) => orderCode(String(100_000 + number));

async function page(list = "") {
  const server = createScreenServer();
  const known = new Map([toSend(1), toSend(2), onTheWay, refunded].map((item) => [item.order?.number, item]));
  server.answer(care.orders, ({ query }) => ({
    items: query["status"] === "ready" ? [toSend(1), toSend(2)] : query["status"] === "shipped" ? [onTheWay] : [],
    nextpage: null,
  }));
  server.answer(care.orderByNumber, ({ params }) => ({
    items: [known.get(String(params["number"]))].flatMap((item) => item ?? []),
  }));
  server.answer(care.packOrder, () => {
    known.set("100001", packed(1));
    return { order: order(1) };
  });
  server.answer(care.shipOrder, { order: order(1) });
  const shown = await openScreen(asMember(server, <DispensingPage />, { at: `/clinic/dispensing${list}` }), {
    server,
    cache: queryClient,
  });
  ({ close } = shown);
  const scan = (text: string, end = "{Enter}") => shown.user.keyboard(text + end);
  const sent = (name: string) => server.sent.filter(({ call }) => call === name);
  return { ...shown, server, scan, sent };
}
/** The keys that the page's own commands get. */
let commands: string[] = [];
/** The page's own, and those of the app around it. */
const isCommand = (key: string) => /^[xpvsdbqlojkg/?]$/.test(key);
const given = () => commands.filter(isCommand);
const noteCommand = ({ key, target }: KeyboardEvent) => {
  if (!isTaken(target, key) && key.length === 1) commands.push(key);
};
beforeEach(() => {
  commands = [];
  addEventListener("keydown", noteCommand);
});
afterEach(() => removeEventListener("keydown", noteCommand));

const dialog = (name: string | RegExp) => screen.findByRole("dialog", { name });

test("an order is packed and sent by scans alone: its code, its box, its code again, the package’s label, its code", async () => {
  const { scan, sent, sentOf } = await page();
  await scan(codeOf(1));
  await dialog("Pack order 100001");
  await scan(box("S1"));
  await screen.findByText("Matched");
  await scan(codeOf(1));
  expect((await sentOf("care.packOrder")).body).toEqual({
    lines: [{ pricingid: "patch_3m", codes: [box("S1")] }],
    verified: true,
  });
  await dialog("Mark order 100001 as shipped");
  await scan(uspsNumber(1));
  await screen.findByText(`Read as USPS ${uspsNumber(1)}`);
  await scan(codeOf(1), "{Tab}");
  expect(await sentOf("care.shipOrder")).toMatchObject({
    params: { id: order(1).id },
    body: { carrier: "USPS", trackingnumber: uspsNumber(1) },
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect([sent("care.packOrder").length, sent("care.shipOrder").length, sent("care.printOrders").length]).toEqual([
    1, 1, 0,
  ]);
  expect(refusals()).toBe(0);
});

describe("a box without a serial number", () => {
  /** Four boxes of two. */
  const four = (number: number): OrderItem => {
    const item = toSend(number);
    return {
      ...item,
      dispensing: { ...item.dispensing!, lines: [{ ...line, packages: [{ ndc: "00000-2103-14", units: 2 }] }] },
    };
  };
  const plain = `01${gtinOfNdc("0000210314")}1731053110AB1`;
  async function packing() {
    const shown = await page();
    shown.server.answer(care.orderByNumber, { items: [four(1)] });
    await shown.scan(codeOf(1));
    await dialog("Pack order 100001");
    await shown.scan(plain);
    await screen.findByText("1 scanned");
    await shown.scan(plain);
    await screen.findByText("The same box again?");
    return shown;
  }

  test("that reads as another is asked about once, and isn't counted before; then four are four", async () => {
    const { scan, press, sentOf, sent } = await packing();
    expect([screen.queryByText("1 scanned") !== null, refusals()]).toEqual([true, 1]);
    await press("Another box");
    await screen.findByText("2 scanned");
    for (const count of ["3 scanned", "Matched"]) {
      await scan(plain);
      await screen.findByText(count);
    }
    expect([screen.queryByText("The same box again?"), refusals(), sent("care.packOrder")]).toEqual([null, 1, []]);
    await scan(codeOf(1));
    expect((await sentOf("care.packOrder")).body).toEqual({
      lines: [{ pricingid: "patch_3m", codes: [plain, plain, plain, plain], separate: true }],
      verified: true,
    });
  });

  test("that is the same one stays counted once, and the next one is asked about again; nothing is packed meanwhile", async () => {
    const { scan, press, sent } = await packing();
    await scan(codeOf(1));
    expect(sent("care.packOrder")).toEqual([]);
    await press("The same box");
    expect([screen.queryByText("The same box again?"), screen.queryByText("1 scanned") !== null]).toEqual([null, true]);
    await scan(plain);
    await screen.findByText("The same box again?");
    await press("Another box");
    await screen.findByText("2 scanned");
    // Scanned anew, nobody has looked yet.
    await press("Scan Patch again");
    await scan(plain);
    await screen.findByText("1 scanned");
    await scan(plain);
    await screen.findByText("The same box again?");
  });
});

test("the code of another order packs and sends nothing, is told, heard, and typed into no field", async () => {
  const { scan, sent, press } = await page();
  await scan(codeOf(1));
  await dialog("Pack order 100001");
  await scan(box("S1"));
  await scan(codeOf(2));
  await screen.findByText(/That’s the code of order 100002, and this is order 100001/);
  expect([sent("care.packOrder").length, refusals()]).toEqual([0, 1]);
  // Nor does its own, before somebody has put the other one aside.
  await scan(codeOf(1));
  expect(sent("care.packOrder")).toEqual([]);
  await press("It’s put aside");
  await scan(codeOf(1));
  await dialog("Mark order 100001 as shipped");
  await scan(uspsNumber(1));
  await scan(codeOf(2));
  await screen.findByText(/That’s the code of order 100002/);
  expect(screen.getByLabelText<HTMLInputElement>("Tracking number").value).toBe(uspsNumber(1));
  expect([sent("care.shipOrder").length, refusals()]).toEqual([0, 2]);
});

test("what somebody else packed is verified by its code, and then sent; another order’s code verifies nothing", async () => {
  const { scan, sent, sentOf, server } = await page();
  const toVerify = packed(2, null);
  server.answer(care.orderByNumber, ({ params }) => ({
    items: params["number"] === "100002" ? [toVerify] : [toSend(1)],
  }));
  server.answer(care.verifyOrder, { order: order(2) });
  await scan(codeOf(2));
  await dialog("Verify order 100002");
  await scan(codeOf(1));
  await screen.findByText(/That’s the code of order 100001, and this is order 100002/);
  expect([sent("care.verifyOrder").length, refusals()]).toEqual([0, 1]);
  server.answer(care.orderByNumber, { items: [packed(2)] });
  await scan(codeOf(2));
  expect(await sentOf("care.verifyOrder")).toMatchObject({
    params: { id: order(2).id },
    body: { lines: [{ pricingid: "patch_3m", packedat: "2026-11-28T12:00:00Z" }] },
  });
  await dialog("Mark order 100002 as shipped");
});

test("whoever verifies reads what changed of the label, which cap it’s to be, and how the patient asked for it", async () => {
  const { scan, sentOf, server } = await page();
  const { dispensing, ...rest } = packed(2, null);
  const lines = (dispensing?.lines ?? []).map((each) => ({
    ...each,
    ...{ label: "a1B2", labelchanged: ["directions" as const, "cap" as const] },
  }));
  const asked = { name: null, plain: false, easyopen: null, largetype: true, language: "Speaks Spanish." };
  const dispensed = dispensing ?? expect.fail("Nothing is packed");
  server.answer(care.orderByNumber, { items: [{ ...rest, dispensing: { ...dispensed, lines, package: asked } }] });
  server.answer(care.verifyOrder, { order: order(2) });
  await scan(codeOf(2));
  const shown = (await dialog("Verify order 100002")).textContent;
  expect(shown).toMatch(/: the directions and the cap\. Print the label anew.+The cap has to be child-resistant now/);
  expect(shown).toContain("Labels in large type. Speaks Spanish.");
  await scan(codeOf(2));
  expect((await sentOf("care.verifyOrder")).body).toMatchObject({ lines: [{ label: "a1B2" }] });
});

test("where another person verifies, whoever packed is led to nothing further", async () => {
  const { scan, sentOf, server } = await page();
  const alone = {
    ...toSend(1),
    dispensing: {
      lines: [line],
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: false,
      voided: [],
      parcels: [],
    },
  };
  server.answer(care.orderByNumber, { items: [alone] });
  await scan(codeOf(1));
  await dialog("Pack order 100001");
  await scan(box("S1"));
  let looks = 0;
  server.answer(care.orderByNumber, () => {
    looks += 1;
    return { items: [packed(1, null)] };
  });
  await scan(codeOf(1));
  expect((await sentOf("care.packOrder")).body).not.toHaveProperty("verified");
  await screen.findByText("Order 100001 is packed, and is to be verified.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(looks).toBe(0);
});

test("of several that are open none is sent by a code", async () => {
  const shown = await page();
  for (const number of [1, 2]) await shown.press(`Select order ${100_000 + number}`);
  await shown.press("Mark as shipped");
  await shown.scan(codeOf(1));
  await screen.findByText(/Several orders are open here/);
  expect(shown.sent("care.shipOrder")).toEqual([]);
});

test("an order whose boxes aren’t all there isn’t packed by its code: what is missing is shown", async () => {
  const { scan, sent } = await page();
  await scan(codeOf(2));
  await dialog("Pack order 100002");
  await scan(codeOf(2));
  await screen.findByText(/scan the boxes, or say why/);
  expect(sent("care.packOrder")).toEqual([]);
});

test.each([
  ["half of an order’s code", codeOf(1).slice(0, -2), /Only a part of the order’s code/],
  ["two codes at once", codeOf(1) + codeOf(2), /Only a part of the order’s code/],
  ["a box before its order", box("S1"), /Scan the code of the order first/],
  ["a package that isn’t on its way", uspsNumber(9), /No order on its way has this number/],
  ["something else", "HTTPS-EXAMPLE", /no code of an order/],
])(
  "%s opens nothing, and is told and heard; no letter of it is a command, and the field keeps what it had",
  async (_, code, words) => {
    const { scan, sent, user } = await page();
    const asked = () => sent("care.orderByNumber").length;
    await scan(code);
    await screen.findByText(words);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect([asked(), given(), refusals()]).toEqual([0, [], 1]);
    const field = screen.getByLabelText<HTMLInputElement>("Order number");
    await user.click(field);
    await scan(code);
    // What is no code at all is looked for, as if somebody had typed it.
    expect([field.value, refusals()]).toEqual(code.startsWith("HTTPS") ? [code, 1] : ["", 2]);
  },
);

test("a key that somebody presses is a command at once, also two or the same one in a row", async () => {
  const { user } = await page();
  await user.keyboard("lgijjjj");
  expect(commands.join("")).toBe("lgijjjj");
});

test("with Caps Lock on a code gives no command either", async () => {
  const { scan } = await page();
  await scan(codeOf(1).toLowerCase());
  await dialog("Pack order 100001");
  await scan("{Escape}", "");
  await scan("1z5r89390357567127");
  await screen.findByText(/No order on its way/);
  expect(given()).toEqual([]);
});

test("what came back is scanned back: by its order’s code, or by its package’s label", async () => {
  for (const list of ["?status=shipped", ""])
    for (const code of [codeOf(7), uspsNumber(7), `42052240${uspsNumber(7)}`]) {
      const { scan, sent, close: end } = await page(list);
      await scan(code);
      await dialog("Order 100007 came back?");
      // The same code once more says nothing: why it came back is chosen by a person.
      await scan(code);
      expect([sent("care.returnOrder"), refusals()]).toEqual([[], 0]);
      end();
    }
});

test("an order with nothing to pack or send is shown, and heard; one that is unknown as well", async () => {
  const { scan } = await page();
  await scan(codeOf(8));
  await screen.findByText(orderStatusLabels.refunded);
  expect(refusals()).toBe(1);
  await scan(codeOf(99));
  await screen.findByText("There’s no order 100099.");
  expect(refusals()).toBe(2);
});

test("an order’s number that a scanner types into its field is looked for", async () => {
  const { scan, user } = await page();
  await user.click(screen.getByLabelText("Order number"));
  await scan("10000002");
  await screen.findByText("There’s no order 10000002.");
  expect(refusals()).toBe(0);
});
