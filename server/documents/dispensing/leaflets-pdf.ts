import type { Content } from "#content/loader/load.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import { addressLines } from "../formats.ts";
import { heading, letterhead, paragraphs } from "../pdf/blocks.ts";
import { type PdfWriter, writePdf } from "../pdf/pdf-writer.ts";
import { productFormName } from "../statement.ts";
import { warningsOf } from "./labels-pdf.ts";

type LeafletContent = Pick<Content, "brand" | "documents" | "catalogue" | "sentences">;
type Product = Content["catalogue"]["products"][number];

/** A leaflet for each product, on letter sheets, each beginning a page of its own. Nothing in it is about a patient. */
export function leafletsPdf(
  content: LeafletContent,
  { productIds, createdAt }: { readonly productIds: readonly string[]; readonly createdAt: Date },
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
      .filter(({ productid }) => productIds.includes(productid))
      .forEach((product, index) => {
        if (index > 0) pdf.doc.addPage();
        drawLeaflet(pdf, content, product);
      });
  });
}

function drawLeaflet(pdf: PdfWriter, content: LeafletContent, product: Product): void {
  const { brand, documents } = content;
  const { leaflet } = documents;
  const form = productFormName(content, product.productid).toLowerCase();
  letterhead(pdf, { issuer: brand.pharmacy.name, title: `${product.name} ${product.strength}`, aside: form });
  paragraphs(pdf, leaflet.intro);
  paragraphs(pdf, product.description);
  heading(pdf, leaflet.before);
  for (const notice of product.notices) paragraphs(pdf, `• ${notice}`);
  heading(pdf, leaflet.use);
  paragraphs(pdf, product.howtouse);
  heading(pdf, leaflet.missed);
  paragraphs(pdf, product.dosing?.missed ?? leaflet.missedunknown);
  heading(pdf, leaflet.warnings);
  for (const warning of warningsOf(documents, product)) paragraphs(pdf, `• ${warning}`);
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
