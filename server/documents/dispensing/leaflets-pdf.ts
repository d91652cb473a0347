import type { Content } from "#content/loader/load.ts";
import { labelWarnings } from "#content/logic/label-phrases.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { addressLines } from "../formats.ts";
import { heading, letterhead, paragraphs } from "../pdf/blocks.ts";
import { type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";
import { productFormName } from "../statement.ts";
import type { Label } from "./labels-pdf.ts";

type LeafletContent = Pick<Content, "brand" | "documents" | "catalogue" | "sentences">;
type Product = Content["catalogue"]["products"][number];

/** What a leaflet takes over from its label, so that both say the same. */
type LeafletLabel = Pick<Label, "productId" | "orderNumber" | "directions" | "start" | "missed">;

/**
 * Leaflets on letter sheets, each beginning a page of its own: one for each product that is used as the catalogue says, and one for each label that says
 * otherwise, with its order's number. None has a name.
 */
export function leafletsPdf(
  content: LeafletContent,
  { labels, createdAt }: { readonly labels: readonly LeafletLabel[]; readonly createdAt: Date },
): Promise<Buffer> {
  const { brand, documents, catalogue } = content;
  const options = {
    title: documents.leaflet.title,
    author: brand.pharmacy.name,
    landscape: false,
    colours: brand.print,
    unprintable: "refuse" as const,
    footer: `${brand.pharmacy.name} · ${documents.leaflet.title}`,
    createdAt,
  };
  return writePdf(options, (pdf) => {
    catalogue.products
      .flatMap((product) => leafletsOf(product, labels))
      .forEach(({ product, label, isUsual }, index) => {
        if (index > 0) pdf.doc.addPage();
        drawLeaflet(pdf, content, { product, label, isUsual });
      });
  });
}

interface Leaflet {
  readonly product: Product;
  readonly label: LeafletLabel;
  /** It's used as the catalogue says, so the same sheet goes with each order. */
  readonly isUsual: boolean;
}

function leafletsOf(product: Product, labels: readonly LeafletLabel[]): readonly Leaflet[] {
  const own = labels
    .filter(({ productId }) => productId === product.productid)
    .map((label) => ({ product, label, isUsual: label.directions === product.howtouse && label.start === null }));
  return own.filter((leaflet) => !leaflet.isUsual || leaflet === own.find(({ isUsual }) => isUsual));
}

function drawLeaflet(pdf: PdfWriter, content: LeafletContent, { product, label, isUsual }: Leaflet): void {
  const { brand, documents } = content;
  const { leaflet } = documents;
  const form = productFormName(content, product.productid).toLowerCase();
  const aside = isUsual ? form : `${form} · Order ${label.orderNumber}`;
  letterhead(pdf, { issuer: brand.pharmacy.name, title: `${product.name} ${product.strength}`, aside });
  paragraphs(pdf, leaflet.intro);
  paragraphs(pdf, product.description);
  heading(pdf, leaflet.before);
  for (const notice of product.notices) paragraphs(pdf, `• ${notice}`);
  heading(pdf, leaflet.use);
  if (label.start !== null) paragraphs(pdf, label.start);
  paragraphs(pdf, label.directions);
  if (label.directions !== product.howtouse) {
    paragraphs(pdf, leaflet.labelcounts);
    paragraphs(pdf, product.howtouse);
  }
  heading(pdf, leaflet.missed);
  paragraphs(pdf, label.missed ?? leaflet.missedunknown);
  heading(pdf, leaflet.warnings);
  for (const warning of labelWarnings(documents, product)) paragraphs(pdf, `• ${warning}`);
  // 21 CFR 209.10(b): no smaller than 10 points on a sheet of paper.
  if (documents.sideeffects.on.includes("leaflet")) {
    heading(pdf, leaflet.sideeffects);
    paragraphs(pdf, documents.sideeffects.text);
  }
  heading(pdf, leaflet.help);
  const { name, phone } = brand.pharmacy;
  paragraphs(pdf, toText(content, sentence("documents.leaflet_call", { pharmacy: name, phone })));
  paragraphs(pdf, `${brand.crisis.emergency} ${leaflet.helptext}`);
  paragraphs(pdf, [name, ...addressLines(brand.pharmacy)].join(", "), { small: true });
}
