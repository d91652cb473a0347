import { expect, test } from "vitest";
import { documentFilename } from "./filename.ts";

test("decisions §12 a document's file name has brand, kind and year, and nothing else", () => {
  expect(documentFilename("Calendula", "hsa", 2026)).toBe("calendula-hsa-receipt-2026.pdf");
  expect(documentFilename("Calendula", "fhir")).toBe("calendula-medical-records.json");
  expect(documentFilename("Clínica “Flor & Ñandú”", "ndc", 2021)).toBe("clinica-flor-nandu-ndc-letter-2021.pdf");
  expect(documentFilename("Łódź Straße", "letter")).toBe("lodz-strasse-medical-letter.pdf");
  expect(documentFilename("…", "letter")).toBe("medical-letter.pdf");
});
