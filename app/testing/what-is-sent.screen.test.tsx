import { describe } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { sendersOf } from "./screens/senders.ts";
import { describeWhatIsSent } from "./screens/what-is-sent.tsx";
import { rows } from "./sent/rows.ts";
import { notHere, unsent } from "./sent/unsent.ts";

const senders = await sendersOf("app", "embed");

describe("what the patients' app sends", () => {
  // At noon they are walked through where the server refuses.
  describeWhatIsSent(rows, {
    ...{ cache: queryClient, senders, except: "at noon", notHere, unsent },
    // What the app has read again it shows at once, also in a dialog.
    isReadAgain: false,
    equal: { "lastseq = readseq": "Everything is read, so that reading sends nothing more." },
  });
});
