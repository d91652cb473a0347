import type { Content } from "#content/loader/load.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { addressLines } from "../formats.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { type Block, drawBlocks, labelPages, type LabelText } from "./label-pages.ts";

/** Whose an order is, and what is in its package. */
export interface Slip {
  readonly patientId: string;
  readonly orderNumber: string;
  readonly patient: string;
  readonly birthday: string | null;
  /** Nothing on it says who sends it. */
  readonly plain: boolean;
  /** Each with its quantity. */
  readonly items: readonly string[];
}

/** A packing slip of 4 by 6 inches for each order, or a sticker of 2.25 by 1.25 that says only whose it is; both with the code that a scanner reads. */
export function slipsPdf(
  { brand, documents }: Pick<Content, "brand" | "documents">,
  {
    slips,
    what,
    createdAt,
  }: { readonly slips: readonly Slip[]; readonly what: "slips" | "stickers"; readonly createdAt: Date },
): Promise<Buffer> {
  const options = {
    title: documents.slip.title,
    author: brand.pharmacy.name,
    landscape: false,
    paper: what === "slips" ? ("label" as const) : ("sticker" as const),
    colours: brand.print,
    unprintable: "refuse" as const,
    footer: "",
    createdAt,
  };
  return writePdf(options, (pdf) => {
    let isFirst = true;
    for (const slip of slips)
      for (const blocks of labelPages(pdf, what === "slips" ? slipText(brand, documents, slip) : stickerText(slip))) {
        if (!isFirst) pdf.doc.addPage();
        drawBlocks(pdf, blocks, orderCode(slip.orderNumber));
        isFirst = false;
      }
  });
}

const fonts = { name: 12, text: 8.5, small: 7 } as const;

const whose = ({ patient, birthday }: Slip): Block[] => [
  { text: patient, size: fonts.text, strong: true, narrow: true },
  ...(birthday === null
    ? []
    : [{ text: `born ${formatShortDay(birthday)}`, size: fonts.text, narrow: true, below: 6 }]),
];

const stickerText = (slip: Slip): LabelText => ({
  head: [{ text: `Order ${slip.orderNumber}`, size: fonts.text, strong: true, narrow: true, below: 3 }, ...whose(slip)],
  body: [],
});

const slipText = ({ pharmacy }: Content["brand"], { slip: texts }: Content["documents"], slip: Slip): LabelText => ({
  head: [
    ...(slip.plain
      ? []
      : [
          { text: pharmacy.name, size: fonts.text, strong: true, narrow: true },
          { text: [...addressLines(pharmacy), pharmacy.phone].join(", "), size: fonts.small, narrow: true, below: 4 },
        ]),
    { text: `Order ${slip.orderNumber}`, size: fonts.name, strong: true, narrow: true, below: 4 },
    ...whose(slip),
  ],
  body: [
    { text: texts.inside, size: fonts.text, strong: true, below: 3 },
    ...slip.items.map((item) => ({ text: item, size: fonts.text, below: 2 })),
    { text: slip.plain ? texts.wrongplain : texts.wrong, size: fonts.small, below: 0 },
  ],
});
