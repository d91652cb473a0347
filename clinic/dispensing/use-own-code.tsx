import { type ReactNode, useState } from "react";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { looksLikeOrderCode } from "#contract/dispensing/order-code.ts";
import { playRefusal } from "./refusal-sound.ts";
import { otherOrderProblem } from "./scanned-code.ts";
import { useScanner } from "./use-scanner.ts";

/**
 * The code of the order that is open, scanned once more, means that it's done. Another one's is refused, heard, and told by what is returned. `typed` is
 * read before the scanner types into a field, and put back.
 */
export function useOwnCode<T>(
  /** Null: several are open, and none of their codes says which is meant. */
  number: string | null,
  onOwn: () => void,
  typed?: { readonly value: T; readonly put: (value: T) => void },
): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  useScanner(
    () => typed?.value,
    (scanned, before) => {
      if (before !== undefined) typed?.put(before);
      const found =
        number === null
          ? "Several orders are open here. Scan the label of each package, then press the button below."
          : otherOrderProblem(scanned, number);
      setProblem(found);
      if (found === null) onOwn();
      else playRefusal();
    },
    { takes: looksLikeOrderCode },
  );
  if (problem === null) return null;
  return (
    <Alert tone="danger" title="This order isn’t the one" onDismiss={() => setProblem(null)}>
      {problem}
    </Alert>
  );
}
