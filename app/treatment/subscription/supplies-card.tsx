import { Card } from "#app/ui/card.tsx";
import type { PrescriptionOrder } from "#contract/entities.ts";
import { SectionHead } from "../section-head.tsx";
import type { Change } from "./change.ts";
import css from "./supplies-card.module.css";
import { SupplyRow } from "./supply-row.tsx";

/** The supply to come and every one that was, the latest first. */
export function SuppliesCard({
  supplies,
  refillsleft,
  onAsk,
}: {
  supplies: readonly PrescriptionOrder[];
  refillsleft: number | null;
  onAsk: (change: Change) => void;
}) {
  return (
    <Card as="section" className={css["card"]} aria-labelledby="supplies">
      <SectionHead id="supplies" title="Your supplies" />
      {supplies.length === 0 ? (
        <p className={css["muted"]}>
          Nothing was sent yet. You will find each supply here, with its day and its order.
        </p>
      ) : (
        <ul className={css["list"]}>
          {supplies.map((supply) => (
            <SupplyRow key={supply.id} supply={supply} refillsleft={refillsleft} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </Card>
  );
}
