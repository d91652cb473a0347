import type { Content } from "#content/loader/load.ts";
import type { DisputeWithOrder } from "#server/payment/public.ts";
import { money, practiceDayText } from "../formats.ts";
import { heading, letterhead, paragraphs } from "../pdf/blocks.ts";
import { writePdf } from "../pdf/pdf-writer.ts";
import { type Evidence, leftOut, lineText } from "./dispute-evidence.ts";

/** The evidence as a PDF for whoever decides a dispute. */
export function evidencePdf(
  { brand }: Pick<Content, "brand">,
  dispute: DisputeWithOrder,
  { sections, sent }: Evidence,
  now: Date,
): Promise<Buffer> {
  const title = `Disputed charge, order ${dispute.order_number ?? dispute.order_id}`;
  const issuer = brand.practice.name;
  const issued = practiceDayText(brand.timezone, now);
  const pdfOptions = {
    ...{ title, author: issuer, landscape: false, colours: brand.print, createdAt: now },
    unprintable: "refuse" as const,
    footer: `${issuer} · ${title} · ${issued}`,
  };
  return writePdf(pdfOptions, (pdf) => {
    letterhead(pdf, { issuer, title, aside: issued });
    paragraphs(
      pdf,
      [
        `Cardholder: ${sent.customerName ?? sent.customerEmail ?? ""}`,
        `Disputed: ${money(dispute.amount_cents)}, ${dispute.reason.replaceAll("_", " ")}, since ${practiceDayText(brand.timezone, dispute.opened_at)}`,
        `What it was for: ${sent.productDescription}`,
      ].join("\n\n"),
    );
    for (const { title: section, lines } of sections) {
      heading(pdf, section);
      paragraphs(
        pdf,
        lines.length === 0 ? "Nothing is on file." : lines.map((each) => lineText(brand.timezone, each)).join("\n\n"),
      );
    }
    heading(pdf, "Not in this file");
    paragraphs(pdf, `By law, a medical practice keeps to itself: ${leftOut.join("; ").toLowerCase()}.`);
    return Promise.resolve();
  });
}
