import { foldLetters } from "#contract/fields/fold-letters.ts";

const documentNames = {
  hsa: "hsa-receipt",
  fsa: "fsa-receipt",
  ndc: "ndc-letter",
  letter: "medical-letter",
  endofcare: "end-of-care-letter",
  records: "medical-records",
  fhir: "medical-records",
  conversations: "conversations",
  conversations_data: "conversations",
  labels: "labels",
  leaflets: "leaflets",
  slips: "packing-slips",
  stickers: "stickers",
} as const;
export type DocumentName = keyof typeof documentNames;

/** A text in plain letters for a file name: `Résumé, May` becomes `resume-may`; empty when nothing is left. */
export function plainName(text: string): string {
  return foldLetters(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The file name of a saved document, like `calendula-hsa-receipt-2026.pdf`: the brand, the kind, the year, and nothing of its content. */
export function documentFilename(brand: string, kind: DocumentName, year?: number): string {
  const parts = [plainName(brand), documentNames[kind], year].filter((part) => part !== undefined && part !== "");
  return `${parts.join("-")}.${kind === "fhir" || kind === "conversations_data" ? "json" : "pdf"}`;
}
