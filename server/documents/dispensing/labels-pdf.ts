import { setImmediate as otherWork } from "node:timers/promises";
import type { Content } from "#content/loader/load.ts";
import { labelWarnings } from "#content/logic/label-phrases.ts";
import { orderCode } from "#contract/dispensing/order-code.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import type { LabelBeside } from "#server/dispensing/public.ts";
import { type Units, unitsText } from "../dispensed-units.ts";
import { addressLines } from "../formats.ts";
import { horizontalRule } from "../pdf/blocks.ts";
import { type Paper, type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";
import { drawBlocks, fitsHead, heightOf, labelPages, type LabelText } from "./label-pages.ts";

/** A prescription line as the pharmacy labels it. */
export interface Label {
  readonly patientId: string;
  readonly orderNumber: string;
  readonly productId: string;
  readonly patient: string;
  readonly birthday: string | null;
  /** The patient asked for it. */
  readonly largeType: boolean;
  readonly easyOpen: boolean;
  readonly rxNumber: string;
  readonly name: string;
  readonly strength: string;
  readonly form: string;
  readonly units: Units;
  readonly daysSupply: number;
  readonly directions: string;
  /** The same in the patient's language; null where the label is in English only. */
  readonly beside: LabelBeside | null;
  /** What to do about a missed dose; null where only the doctor or the pharmacy can say. */
  readonly missed: string | null;
  /** That a doctor has it begin on a day after it's filled; null where it begins as it comes. */
  readonly start: string | null;
  readonly prescriber: string;
  /** Who filled it and who verified it, where that is known. */
  readonly filledBy: string | null;
  readonly verifiedBy: string | null;
  /** The physician with whom a nurse practitioner prescribed it; null where the state asks for none. */
  readonly collaborator: string | null;
  readonly filledOn: string;
  readonly refillsLeft: number;
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  readonly discardAfter: string | null;
}

type LabelContent = Pick<Content, "brand" | "documents" | "catalogue">;

const fonts = { drug: 12, directions: 11, text: 8.5, small: 7 } as const;
/** 18 points for what a patient has to read, as the U.S. Access Board's best practices for prescription labels (2013) have it. */
const largeFonts = { drug: 18, directions: 18, text: 18, small: 12 } as const;

/** Labels of 4 by 6 inches, each on a page or more of its own, or one below the other on letter sheets. */
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
    unprintable: "refuse" as const,
    footer: `${brand.pharmacy.name} · ${documents.label.title}`,
    createdAt,
  };
  return writePdf(options, async (pdf) => {
    let isFirst = true;
    for (const label of labels) {
      await otherWork();
      for (const blocks of pagesOf(pdf, content, label)) {
        if (paper === "letter") pdf.ensureSpace(heightOf(pdf, blocks));
        else if (!isFirst) pdf.doc.addPage();
        drawBlocks(pdf, blocks, orderCode(label.orderNumber));
        isFirst = false;
      }
      if (paper === "letter") {
        pdf.doc.y += 8;
        horizontalRule(pdf);
        pdf.doc.y += 12;
      }
    }
  });
}

/** In large type each page repeats whose and which medicine it is; where that alone would fill a page, it stays as it is on other labels. */
function pagesOf(pdf: PdfWriter, content: LabelContent, label: Label) {
  const usual = textOf(content, label, false);
  if (!label.largeType) return labelPages(pdf, usual);
  const { head, body } = textOf(content, label, true);
  return labelPages(pdf, { head: fitsHead(pdf, head) ? head : usual.head, body });
}

/** What a label says, in the size that fits or was asked for; in large type all that a patient reads is bold. */
function textOf({ brand, documents, catalogue }: LabelContent, label: Label, isLarge: boolean): LabelText {
  const { text, small, drug, directions } = isLarge ? largeFonts : fonts;
  const { pharmacy, practice } = brand;
  const { beside } = label;
  const product = catalogue.products.find(({ productid }) => productid === label.productId);
  const warnings = product ? labelWarnings(documents, product) : [];
  const lot = [
    label.lotNumber && `Lot ${label.lotNumber}`,
    label.expiresOn && `Exp. ${formatShortDay(label.expiresOn)}`,
    label.discardAfter && `Discard after ${formatShortDay(label.discardAfter)}`,
  ].filter(Boolean);
  const people = [
    label.filledBy && `Filled by ${label.filledBy}`,
    label.verifiedBy && `Verified by ${label.verifiedBy}`,
  ].filter(Boolean);
  const head = [
    { text: pharmacy.name, size: text, strong: true },
    { text: [...addressLines(pharmacy), pharmacy.phone].join(", "), size: small, below: 4 },
    {
      text: `Rx ${label.rxNumber}   Order ${label.orderNumber}   Filled ${formatShortDay(label.filledOn)}`,
      size: text,
      strong: true,
    },
    {
      text: label.birthday ? `${label.patient}, born ${formatShortDay(label.birthday)}` : label.patient,
      size: drug,
      strong: true,
      below: 4,
    },
    { text: `${label.name} ${label.strength} ${label.form.toLowerCase()}`, size: drug, strong: true },
  ].map((block) => ({ ...block, narrow: true }));
  const body = [
    {
      text: `Quantity ${unitsText(label.units)} · ${label.daysSupply} days’ supply · ${refillsText(label.refillsLeft)}`,
      size: text,
      strong: isLarge,
      below: 4,
    },
    ...(label.start === null ? [] : [{ text: label.start, size: directions, strong: true }]),
    { text: label.directions, size: directions, strong: true, below: 4 },
    ...(beside === null
      ? []
      : [
          {
            text: `${beside.name}: ${[beside.start, beside.directions].filter(Boolean).join(" ")}`,
            ...{ size: directions, strong: true, below: 4 },
          },
        ]),
    {
      text: `Prescriber ${label.prescriber}${label.collaborator === null ? "" : `, with ${label.collaborator}`}`,
      size: text,
    },
    { text: [practice.name, ...addressLines(practice), practice.phone].join(", "), size: small, below: 4 },
    ...(people.length > 0 ? [{ text: people.join("   "), size: small, below: 4 }] : []),
    ...(lot.length > 0 ? [{ text: lot.join("   "), size: text, strong: true, below: 4 }] : []),
    ...(label.easyOpen ? [{ text: documents.easyopen.label, size: text, strong: true }] : []),
    ...(label.easyOpen && beside ? [{ text: beside.easyOpen, size: text, strong: true }] : []),
    ...warningLines(warnings, beside, isLarge).map((line) => ({
      ...{ text: line, size: isLarge ? text : small, strong: isLarge },
    })),
    // 21 CFR 209.10(b): no smaller than 6 points on a sticker.
    ...(documents.sideeffects.on.includes("label") ? [{ text: documents.sideeffects.text, size: small }] : []),
    { text: documents.label.caution, size: small, below: 0 },
  ];
  return { head, body };
}

/** Warnings, one on each line; in two languages one after the other in the usual type, so that most labels stay one page. */
function warningLines(warnings: readonly string[], beside: LabelBeside | null, isLarge: boolean): readonly string[] {
  const english = warnings.map((warning) => `• ${warning}`);
  const translated = (beside?.warnings ?? []).map((warning) => `• ${warning}`);
  return beside === null || isLarge
    ? [...english, ...translated]
    : [english.join(" "), `${beside.name}: ${translated.join(" ")}`].filter(() => english.length > 0);
}

const refillsText = (left: number): string =>
  left === 0 ? "No refills left" : left === 1 ? "1 refill left" : `${left} refills left`;
