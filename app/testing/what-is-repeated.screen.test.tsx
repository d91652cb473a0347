import { describe } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { describeRepeats } from "./screens/what-is-repeated.tsx";
import { instead } from "./sent/instead.ts";
import { rows } from "./sent/rows.ts";

describe("what the patients' app sends once more, and says", () => {
  describeRepeats(rows, {
    cache: queryClient,
    lostText: /Network Error/,
    waitsText: /You're offline|can't connect|checking with your bank/,
    never: { "payment.saveSource": "Each press asks the gateway for a token of its own." },
    instead,
  });
});
