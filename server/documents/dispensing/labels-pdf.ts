import { setImmediate as otherWork } from "node:timers/promises";
import type { Content } from "#content/loader/load.ts";
import { type Units, unitsText } from "../dispensed-units.ts";
import { addressLines, dayText } from "../formats.ts";
import { horizontalRule } from "../pdf/blocks.ts";
import { type Paper, type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";

/** A prescription line as the pharmacy labels it. */
export interface Label {
  readonly patientId: string;
  readonly orderNumber: string;
  readonly productId: string;
  readonly patient: string;
  readonly birthday: string | null;
  readonly rxNumber: string;
  readonly name: string;
  readonly strength: string;
  readonly form: string;
  readonly units: Units;
  readonly daysSupply: number;
  readonly directions: string;
  readonly prescriber: string;
  readonly filledOn: string;
  readonly refillsLeft: number;
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  readonly discardAfter: string | null;
}

type LabelContent = Pick<Content, "brand" | "documents" | "catalogue">;

const labelWidth = 260;
const fonts = { drug: 12, directions: 11, text: 8.5, small: 7 } as const;

/** Labels of 4 by 6 inches, one a page, or one below the other on letter sheets. */
export function labelsPdf(
  content: LabelContent,
  { labels, paper, createdAt }: { readonly labels: readonly Label[]; readonly paper: Paper; readonly createdAt: Date },
): Promise<Buffer> {
  const { brand, documents } = content;
  const options = {
    title: documents.label.title,
    author: brand.pharmacy.name,
    landscape: false,
    paper,
    colours: brand.print,
    footer: `${brand.pharmacy.name} · ${documents.label.title}`,
    createdAt,
  };
  return writePdf(options, async (pdf) => {
    for (const [index, label] of labels.entries()) {
      await otherWork();
      const blocks = blocksOf(content, label);
      if (index > 0 && paper === "label") pdf.doc.addPage();
      else pdf.ensureSpace(heightOf(pdf, blocks));
      drawBlocks(pdf, blocks);
      if (paper === "letter") {
        pdf.doc.y += 8;
        horizontalRule(pdf);
        pdf.doc.y += 12;
      }
    }
  });
}

/** The warnings a label and a leaflet of a product say besides the prescription. */
export const warningsOf = (
  { label }: Content["documents"],
  product: Pick<Content["catalogue"]["products"][number], "categories" | "form">,
): readonly string[] =>
  label.warnings
    .filter(
      ({ categories, forms }) =>
        (categories?.some((category) => product.categories.includes(category)) ?? true) &&
        (forms?.includes(product.form) ?? true),
    )
    .map(({ text }) => text);

/** One line of a label: its words, size and weight, and the space below it. */
interface Block {
  readonly text: string;
  readonly size: number;
  readonly strong?: boolean;
  readonly below?: number;
}

/** What a label says, top to bottom. */
function blocksOf({ brand, documents, catalogue }: LabelContent, label: Label): readonly Block[] {
  const { text, small, drug, directions } = fonts;
  const { pharmacy, practice } = brand;
  const product = catalogue.products.find(({ productid }) => productid === label.productId);
  const warnings = product ? warningsOf(documents, product) : [];
  const lot = [
    label.lotNumber && `Lot ${label.lotNumber}`,
    label.expiresOn && `Exp. ${dayText(label.expiresOn)}`,
    label.discardAfter && `Discard after ${dayText(label.discardAfter)}`,
  ].filter(Boolean);
  return [
    { text: pharmacy.name, size: text, strong: true },
    { text: [...addressLines(pharmacy), pharmacy.phone].join(", "), size: small, below: 4 },
    {
      text: `Rx ${label.rxNumber}   Order ${label.orderNumber}   Filled ${dayText(label.filledOn)}`,
      size: text,
      strong: true,
    },
    {
      text: label.birthday ? `${label.patient}, born ${dayText(label.birthday)}` : label.patient,
      size: drug,
      strong: true,
      below: 4,
    },
    { text: `${label.name} ${label.strength} ${label.form.toLowerCase()}`, size: drug, strong: true },
    {
      text: `Quantity ${unitsText(label.units)} · ${label.daysSupply} days’ supply · ${refillsText(label.refillsLeft)}`,
      size: text,
      below: 4,
    },
    { text: label.directions, size: directions, strong: true, below: 4 },
    { text: `Prescriber ${label.prescriber}`, size: text },
    { text: [practice.name, ...addressLines(practice), practice.phone].join(", "), size: small, below: 4 },
    ...(lot.length > 0 ? [{ text: lot.join("   "), size: text, strong: true, below: 4 }] : []),
    ...warnings.map((warning) => ({ text: `• ${warning}`, size: small })),
    { text: documents.label.caution, size: small, below: 0 },
  ];
}

const refillsText = (left: number): string =>
  left === 0 ? "No refills left" : left === 1 ? "1 refill left" : `${left} refills left`;

const widthOf = ({ width }: PdfWriter): number => Math.min(width, labelWidth);

function heightOf(pdf: PdfWriter, blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text, size, strong, below = 1 }) => {
    const font = pdf.setFont(strong ? "strong" : "text", size);
    return sum + font.heightOfString(pdf.toFontText(text), { width: widthOf(pdf) }) + below;
  }, 0);
}

function drawBlocks(pdf: PdfWriter, blocks: readonly Block[]): void {
  const { doc, left, tag, setFont, toFontText } = pdf;
  for (const { text, size, strong, below = 1 } of blocks) {
    tag("P", () => {
      setFont(strong ? "strong" : "text", size).text(toFontText(text), left, doc.y, { width: widthOf(pdf) });
    });
    doc.y += below;
  }
}
