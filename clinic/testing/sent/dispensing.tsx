import { screen } from "@testing-library/react";
import type { Screen } from "#app/testing/screens/screen.tsx";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { DispensingPage } from "#clinic/dispensing/dispensing-page.tsx";
import { returnReasonNames } from "#clinic/dispensing/return-dialog.tsx";
import { voidReasonNames } from "#clinic/dispensing/void-dialog.tsx";
import { order, orderItem, unmatched } from "#clinic/testing/orders.ts";
import { care } from "#contract/care/calls.ts";
import { gtinOfNdc } from "#contract/dispensing/ndc.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { OrderItem } from "#contract/care/worklists.ts";
import { asMember, type Server } from "./as-member.tsx";

const [line] = order(1).detail as [ReturnType<typeof order>["detail"][number]];
const patch = { ...line, pricingid: "patch_3m", name: "Patch", dosage: "0.1 mg" };
const capsule = { ...line, productid: "capsule", pricingid: "capsule_3m", name: "Capsule", dosage: "100 mg" };
const soap = { ...line, productid: "soap", pricingid: "soap_1", name: "Soap", dosage: "1 bar", prescription: false };

const parcel = (number: number, trackingnumber: string, deliveredat: string | null = null) => ({
  ...{ parcel: number, carrier: "UPS", trackingnumber, shippedat: "2026-11-21T12:00:00Z", deliveredat },
  ...{ returnedat: null, returnreason: null },
});

const toPack = (pricingid: string, ndc: string, units: number | null) => ({
  ...unmatched,
  ...{
    pricingid,
    packedat: null,
    lotnumber: null,
    expireson: null,
    parcel: null,
    packages: [{ ndc, units }],
    units: 8,
  },
});
/** Each of two medicines and a soap; the third order has only one. The boxes of the first have codes. */
const ready = [1, 2, 3].map((number) =>
  orderItem(number, {
    order: order(number, { detail: number === 3 ? [patch] : [patch, capsule, soap] }),
    ...(number === 1 && {
      dispensing: {
        package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
        packerverifies: true,
        voided: [],
        lines: [toPack("patch_3m", "00000-2103-14", 4), toPack("capsule_3m", "00000-1301-30", null)],
        parcels: [],
      },
    }),
  }),
);
const packedAt = "2026-11-21T12:00:00Z";
/** Of which the patch is packed, by somebody else, and to be verified. */
const packed = orderItem(4, {
  order: order(4, { detail: [patch, soap] }),
  dispensing: {
    package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
    packerverifies: true,
    voided: [],
    lines: [
      {
        ...toPack("patch_3m", "00000-2103-14", 4),
        ...{ packedat: packedAt, lotnumber: "AB1", expireson: "2031-05-31", matched: "code" as const },
        ...{ filled: { actor: `staff:${staffId(3)}`, name: "Cleo Reyes" }, label: "a1B2" },
      },
    ],
    parcels: [],
  },
});
const wasSent = (pricingid: string, lotnumber: string, packedat: string) => ({
  ...{ ...toPack(pricingid, "00000-2103-14", 4), packedat, lotnumber, expireson: "2031-05-31", parcel: 1 },
  voiding: { maysendagain: true, why: null },
});
/** An order of which this left in its first package. */
const sentWrong = (number: number, detail: (typeof patch)[], lines: ReturnType<typeof wasSent>[]) =>
  orderItem(number, {
    ...{ ready: false, order: order(number, { status: "shipped", detail }) },
    dispensing: {
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      lines,
      parcels: [parcel(1, `1Z00${number}`)],
    },
  });
const onePatch = sentWrong(7, [patch], [wasSent("patch_3m", "AB1", packedAt)]);
const patchAndCapsule = sentWrong(
  8,
  [patch, capsule],
  [wasSent("patch_3m", "AB1", packedAt), wasSent("capsule_3m", "CD3", "2026-11-21T13:00:00Z")],
);
const [first, second, third] = ready as [OrderItem, OrderItem, OrderItem];
const shipped = [5, 6].map((number) =>
  orderItem(number, {
    ...{ ready: false, order: order(number, { status: "shipped" }) },
    dispensing: {
      package: { name: null, plain: false, easyopen: null, largetype: false, language: null },
      packerverifies: true,
      voided: [],
      lines: [],
      parcels: [parcel(1, `1Z00${number}`), parcel(2, `2Z00${number}`)],
    },
  }),
);

export function dispensing(server: Server, list = "", sent: readonly OrderItem[] = shipped) {
  server.answer(care.orders, ({ query }) => ({
    items: query["status"] === "ready" ? [...ready, packed] : query["status"] === "shipped" ? sent : [],
    nextpage: null,
  }));
  return asMember(server, <DispensingPage />, { at: `/clinic/dispensing${list}` });
}

export const select = async ({ press }: Screen, ...numbers: readonly number[]) => {
  for (const number of numbers) await press(`Select order ${100_000 + number}`);
};

/** Lot and end of each item that is packed, and why a medicine wasn't scanned, in their order. */
async function typeLots(shown: Screen, lots: readonly (readonly [lot: string, end: string, uncoded?: string])[]) {
  for (const [at, [lot, end, uncoded]] of lots.entries()) {
    await shown.fill("Lot number", lot, at);
    await shown.fill("Expires", end, at);
    if (uncoded) await shown.fill("Why without a scan", uncoded, at);
  }
}

/** What a scanner types, wherever the focus is. */
const scan = ({ user }: Screen, code: string) =>
  user.keyboard(`${code.replace("]", "]]").replaceAll("[", "[[")}{Enter}`);
const boxCode = (ndc: string, lot: string, serial: string) => `01${gtinOfNdc(ndc)}1731053110${lot}|21${serial}`;
const [firstBox, secondBox, counted] = [
  boxCode("0000210314", "AB1", "S1"),
  boxCode("0000210314", "AB2", "S2"),
  gtinOfNdc("0000130130").slice(2),
] as const;

const file = new File(
  [
    'Order,Carrier,Tracking,Lot,Expires\n100003,FedEx,477179081230,L-300,5/2027\n100002,UPS,1Z5R89390357567127,"A-1;B-2;-","2027-01-31;2/2027;-"',
  ],
  "sent.csv",
  { type: "text/csv" },
);

export const dispensingRows: readonly SentRow[] = [
  {
    from: "clinic/dispensing/pack-dialog.tsx care.packOrder",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 2);
      await shown.press("Pack");
      await typeLots(shown, [
        ["lot-1", "5/31/2027", "Torn"],
        ["LOT2", "6/2028", "Compounded"],
      ]);
      await shown.press("Packed");
    },
    dialog: "Pack order 100002",
    sends: {
      params: { id: second.id },
      body: {
        lines: [
          { pricingid: "patch_3m", lotnumber: "lot-1", expireson: "2027-05-31", uncoded: "Torn" },
          { pricingid: "capsule_3m", lotnumber: "LOT2", expireson: "2028-06-30", uncoded: "Compounded" },
          { pricingid: "soap_1" },
        ],
      },
    },
  },
  {
    from: "clinic/dispensing/pack-dialog.tsx care.packOrder",
    about: "the first of two",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 2, 3);
      await shown.press("Pack");
      await typeLots(shown, [
        ["lot-1", "5/31/2027", "Torn"],
        ["LOT2", "6/2028", "Compounded"],
        ["S3", "2029-07"],
      ]);
      await shown.press("Packed, next (1 more)");
    },
    dialog: "Pack order 100002",
    sends: {
      params: { id: second.id },
      body: {
        lines: [
          { pricingid: "patch_3m", lotnumber: "lot-1", expireson: "2027-05-31", uncoded: "Torn" },
          { pricingid: "capsule_3m", lotnumber: "LOT2", expireson: "2028-06-30", uncoded: "Compounded" },
          { pricingid: "soap_1", lotnumber: "S3", expireson: "2029-07-31" },
        ],
      },
    },
  },
  {
    from: "clinic/dispensing/pack-dialog.tsx care.packOrder",
    about: "scanned boxes",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 1);
      await shown.press("Pack");
      for (const code of [firstBox, counted, secondBox]) await scan(shown, code);
      await shown.fill("Lot number", "UP7");
      await shown.fill("Expires", "3/2032");
      await shown.press("Packed and verified");
    },
    dialog: "Pack order 100001",
    sends: {
      params: { id: first.id },
      body: {
        lines: [
          { pricingid: "patch_3m", codes: [firstBox, secondBox] },
          { pricingid: "capsule_3m", lotnumber: "UP7", expireson: "2032-03-31", codes: [counted] },
          { pricingid: "soap_1" },
        ],
        verified: true,
      },
    },
  },
  {
    from: "clinic/dispensing/pack-dialog.tsx care.packOrder",
    about: "typed, for another person to verify",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 1);
      await shown.press("Pack");
      await typeLots(shown, [
        ["lot-1", "5/31/2027"],
        ["LOT2", "6/2028"],
      ]);
      await shown.press("Packed, somebody else verifies");
    },
    dialog: "Pack order 100001",
    sends: {
      params: { id: first.id },
      body: {
        lines: [
          { pricingid: "patch_3m", lotnumber: "lot-1", expireson: "2027-05-31" },
          { pricingid: "capsule_3m", lotnumber: "LOT2", expireson: "2028-06-30" },
          { pricingid: "soap_1" },
        ],
      },
    },
  },
  {
    from: "clinic/dispensing/verify-dialog.tsx care.verifyOrder",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 4);
      await shown.press("Verify");
      await shown.press("Verified");
    },
    dialog: "Verify order 100004",
    sends: {
      params: { id: packed.id },
      body: { lines: [{ pricingid: "patch_3m", packedat: packedAt, label: "a1B2" }] },
    },
  },
  ...([true, false] as const).map((recalled): SentRow => ({
    from: "clinic/dispensing/lot-dialog.tsx care.recallLot",
    ...{ about: recalled ? "recalled" : "over", isChoice: !recalled },
    show: (server) => {
      server.answer(care.lotRecipients, { items: [], nextpage: null });
      return dispensing(server);
    },
    act: async (shown) => {
      await shown.press("Find a lot");
      await shown.fill("Lot number", "rc-1");
      await shown.press("Find");
      await shown.findText("Nobody got anything of lot RC-1.");
      await shown.fill(/^Why it was recalled/, "Cracked blisters");
      await shown.press(recalled ? "Recall this lot" : "The recall is over");
    },
    dialog: "Find a lot",
    sends: { body: { lotnumber: "RC-1", recalled, reason: "Cracked blisters" } },
  })),
  {
    from: "clinic/dispensing/parcel-batch.tsx care.shipOrder",
    about: "one order in parts",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 2);
      await shown.press("Mark as shipped");
      await shown.fill("Carrier", "FedEx");
      await shown.fill("Tracking number", "986578788855");
      await shown.press("2 × Patch 0.1 mg");
      await shown.press("Mark as shipped");
    },
    dialog: "Mark order 100002 as shipped",
    sends: {
      params: { id: second.id },
      body: {
        ...{ carrier: "FedEx", trackingnumber: "986578788855" },
        lines: [{ pricingid: "capsule_3m" }, { pricingid: "soap_1" }],
      },
    },
  },
  {
    from: "clinic/dispensing/parcel-batch.tsx care.shipOrder",
    about: "two orders",
    show: dispensing,
    act: async (shown) => {
      await select(shown, 2, 3);
      await shown.press("Mark as shipped");
      await shown.fill("Carrier", "DHL");
      await shown.fill(/100003/, "8487135506");
      await shown.fill(/100002/, "3318810025");
      await shown.press("Mark as shipped");
    },
    dialog: "Mark 2 orders as shipped",
    sends: [
      { params: { id: second.id }, body: { carrier: "DHL", trackingnumber: "3318810025" } },
      { params: { id: third.id }, body: { carrier: "DHL", trackingnumber: "8487135506" } },
    ],
  },
  {
    from: "clinic/dispensing/parcel-batch.tsx care.shipOrder",
    about: "a file of the pharmacy",
    twice: {
      "By the pharmacy": "Somebody answers for all boxes of a file at once.",
      "Ana Costa": "One pharmacist verified all boxes of a file.",
    },
    show: dispensing,
    act: async ({ press, fill, user }) => {
      await press("Read a file back");
      await user.upload(screen.getByLabelText("File"), file);
      await fill("How these boxes were checked", "By the pharmacy");
      await fill("Pharmacist who verified them", "Ana Costa");
      await press("Mark 2 orders as shipped");
    },
    dialog: "Read a file back",
    sends: [
      {
        params: { id: third.id },
        body: {
          ...{ carrier: "FedEx", trackingnumber: "477179081230" },
          lines: [{ pricingid: "patch_3m", lotnumber: "L-300", expireson: "2027-05-31", uncoded: "By the pharmacy" }],
          verifiedby: "Ana Costa",
        },
      },
      {
        params: { id: second.id },
        body: {
          ...{ carrier: "UPS", trackingnumber: "1Z5R89390357567127" },
          lines: [
            { pricingid: "patch_3m", lotnumber: "A-1", expireson: "2027-01-31", uncoded: "By the pharmacy" },
            { pricingid: "capsule_3m", lotnumber: "B-2", expireson: "2027-02-28", uncoded: "By the pharmacy" },
            { pricingid: "soap_1" },
          ],
          verifiedby: "Ana Costa",
        },
      },
    ],
  },
  {
    from: "clinic/dispensing/parcel-batch.tsx care.deliverOrder",
    show: (server) => dispensing(server, "?status=shipped"),
    act: async (shown) => {
      await select(shown, 6);
      await shown.press("Mark as delivered");
      await shown.press("Mark as delivered");
    },
    dialog: "Mark order 100006 as delivered?",
    sends: { params: { id: order(6).id }, body: {} },
  },
  {
    from: "clinic/dispensing/parcel-batch.tsx care.deliverOrder",
    about: "two orders",
    show: (server) => dispensing(server, "?status=shipped"),
    act: async (shown) => {
      await select(shown, 5, 6);
      await shown.press("Mark as delivered");
      await shown.press("Mark as delivered");
    },
    dialog: "Mark 2 orders as delivered?",
    sends: [5, 6].map((number) => ({ params: { id: order(number).id }, body: {} })),
  },
  ...(
    [
      ["Labels", "labels", "label"],
      ["Labels on letter paper", "labels", "letter"],
      ["Leaflets", "leaflets", "label"],
      ["Packing slips", "slips", "label"],
      ["Stickers", "stickers", "label"],
    ] as const
  ).map(([button, what, paper]): SentRow => ({
    from: "clinic/dispensing/print-buttons.tsx care.printOrders",
    ...{ about: button, isChoice: what !== "labels" || paper !== "label" },
    show: dispensing,
    act: async (shown) => {
      await select(shown, 2, 3);
      await shown.press(button);
    },
    sends: { body: { orderids: [second.id, third.id], what, paper } },
  })),
  ...Object.entries(returnReasonNames).map(([reason, name]): SentRow => ({
    from: "clinic/dispensing/return-dialog.tsx care.returnOrder",
    ...{ about: reason, isChoice: reason !== "address" },
    show: (server) => dispensing(server, "?status=shipped"),
    act: async (shown) => {
      await select(shown, 6);
      await shown.press("Came back");
      await shown.fill("Package", "1");
      await shown.fill("Why", name);
      await shown.press("It came back");
    },
    dialog: "Order 100006 came back?",
    sends: { params: { id: order(6).id }, body: { reason, parcel: 1 } },
  })),
  ...Object.entries(voidReasonNames).map(([wrong, name]): SentRow => ({
    from: "clinic/dispensing/void-dialog.tsx care.voidFill",
    ...{ about: wrong, isChoice: wrong !== "medicine" },
    show: (server) => dispensing(server, "?status=shipped", [onePatch]),
    act: async (shown) => {
      await select(shown, 7);
      await shown.press("Something was wrong");
      await shown.fill("What was wrong", name);
      if (wrong === "lot") {
        await shown.fill("Lot that was in it", "cd2");
        await shown.fill("Its last day (optional)", "2031-06-30");
      }
      await shown.fill("What happened", "Two stood side by side");
      await shown.press(wrong === "lot" ? "Correct the lot" : "Void it");
    },
    dialog: "What was wrong with order 100007?",
    sends: {
      params: { id: order(7).id },
      body: {
        ...{ pricingid: "patch_3m", parcel: 1, packedat: packedAt, wrong, note: "Two stood side by side" },
        sendagain: wrong !== "lot",
        ...(wrong === "lot" && { lotnumber: "cd2", expireson: "2031-06-30" }),
      },
    },
  })),
  {
    from: "clinic/dispensing/void-dialog.tsx care.voidFill",
    about: "the second of two, with nothing in its place",
    show: (server) => dispensing(server, "?status=shipped", [patchAndCapsule]),
    act: async (shown) => {
      await select(shown, 8);
      await shown.press("Something was wrong");
      await shown.fill("Item", "capsule_3m");
      await shown.fill("What was wrong", voidReasonNames.count);
      await shown.fill("What happened", "Ten were missing");
      await shown.press("Send the right box, without a charge");
      await shown.press("Void it");
    },
    dialog: "What was wrong with order 100008?",
    sends: {
      params: { id: order(8).id },
      body: {
        ...{ pricingid: "capsule_3m", parcel: 1, packedat: "2026-11-21T13:00:00Z", wrong: "count" },
        ...{ note: "Ten were missing", sendagain: false },
      },
    },
  },
];
