import { describe } from "vitest";
import { describeRules } from "./describe-rules.ts";
import { patientRules } from "./patient-rules.ts";

const without = {
  "It draws: the pictures show what it gives.": [
    "app/ui/brand/illustrations/geometry.ts along",
    "app/ui/brand/illustrations/geometry.ts leafPath",
    "app/ui/brand/illustrations/geometry.ts round",
  ],
  "It puts each value it is given into a field of what it makes.": [
    "app/api/api-error.ts unexpectedResponse",
    "app/documents/downloads/document-card.tsx yearOptions",
  ],
};

describe("rules of the patients’ app", () => describeRules("app", patientRules, { without, reasons: 5, atLeast: 100 }));
