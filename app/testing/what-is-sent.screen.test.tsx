import { describe } from "vitest";
import { queryClient } from "#app/api/query.ts";
import { sendersOf } from "./screens/senders.ts";
import { sweepOf } from "./screens/what-is-left.tsx";
import { describeWhatIsSent } from "./screens/what-is-sent.tsx";
import { rows } from "./sent/rows.ts";
import { stays, unclosed } from "./sent/stays.ts";
import { notHere, unsent } from "./sent/unsent.ts";

const senders = await sendersOf("app", "embed");
const sweep = sweepOf(rows, { cache: queryClient, stays, unattended: {}, unclosed });

describe("what the patients' app sends", () => {
  // At noon what they send is compared where the server refuses.
  describeWhatIsSent(rows, {
    ...{ cache: queryClient, senders, sweep, isNoonElsewhere: true, notHere, unsent },
    // What the app has read again it shows at once, also in a dialog.
    isReadAgain: false,
    equal: { "lastseq = readseq": "Everything is read, so that reading sends nothing more." },
  });

  sweep.describeRest();
});
