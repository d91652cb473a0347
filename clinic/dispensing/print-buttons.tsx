import { useState } from "react";
import { saveFile } from "#app/browser/save-file.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { call } from "#clinic/api/call.ts";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useAct } from "#clinic/work/use-act.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { OrderItem } from "#contract/care/worklists.ts";

type Printed = Input<typeof care.printOrders>["body"]["what"];
const others = [
  ["leaflets", "Leaflets"],
  ["slips", "Packing slips"],
  ["stickers", "Stickers"],
] as const;

/** Labels, leaflets, slips and stickers of the selected orders as one PDF each. All of them or none, with the reason. */
export function PrintButtons({
  selected,
  orFocused,
}: {
  selected: readonly OrderItem[];
  orFocused: () => readonly OrderItem[];
}) {
  const [printing, setPrinting] = useState<Printed>("labels");
  const { send, sending, message } = useAct();
  async function print(what: Printed, paper: "label" | "letter" = "label") {
    const items = selected.length > 0 ? selected : orFocused();
    if (items.length === 0) return;
    if (!sending) setPrinting(what);
    const body = { orderids: items.map(({ id }) => id), what, paper };
    await send(
      body,
      () => call(care.printOrders, { body }),
      (file) => void saveFile(file, `${what}.pdf`),
    );
  }
  useKeys({ l: () => void print("labels"), o: () => void print("leaflets") });
  const isEmpty = selected.length === 0;
  return (
    <>
      <Button
        variant="secondary"
        disabled={isEmpty}
        busy={sending && printing === "labels"}
        busyLabel="Printing"
        onClick={() => void print("labels")}
      >
        Labels
      </Button>
      <Button variant="secondary" disabled={isEmpty} onClick={() => void print("labels", "letter")}>
        Labels on letter paper
      </Button>
      {others.map(([what, label]) => (
        <Button
          key={what}
          variant="secondary"
          disabled={isEmpty}
          busy={sending && printing === what}
          busyLabel="Printing"
          onClick={() => void print(what)}
        >
          {label}
        </Button>
      ))}
      {message && <Alert tone="warning">{message}</Alert>}
    </>
  );
}
