import { StatusBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import type { PrescriptionOrder } from "#contract/entities.ts";
import { calendarDay } from "../dates.ts";
import { dollars } from "../money.ts";
import { supplyActions } from "./actions.ts";
import type { Change } from "./change.ts";
import css from "./supplies-card.module.css";
import { supplyName, supplyState, supplyText } from "./supply-text.ts";

/** One supply: when, for how much, how far it is, and what she can do with it. */
export function SupplyRow({
  supply,
  refillsleft,
  onAsk,
}: {
  supply: PrescriptionOrder;
  refillsleft: number | null;
  onAsk: (change: Change) => void;
}) {
  const { status, plannedon, waitsfor, orderid, shipment, amount } = supply;
  const { kind: tone, label: state } = supplyState(supply);
  return (
    <li className={css["row"]}>
      <div className={css["head"]}>
        <h3 className={css["name"]}>{waitsfor === null ? calendarDay(plannedon) : "Your next supply"}</h3>
        <StatusBadge kind={tone}>{state}</StatusBadge>
      </div>
      <p className={css["muted"]}>
        {orderid && `${dollars(amount)} · `}
        {supplyText(supply)}
      </p>
      <div className={css["actions"]}>
        {supplyActions(supply, refillsleft, ["reorder", "cancel"]).map(({ kind, label }) => (
          <Button
            key={kind}
            variant={kind === "cancel" ? "quiet" : "secondary"}
            onClick={() => onAsk({ kind, supply })}
          >
            {label}
          </Button>
        ))}
        {shipment?.trackingurl && status === "shipped" && (
          <Link standalone external href={shipment.trackingurl}>
            Track with {shipment.carrier}
          </Link>
        )}
        {orderid && (
          <Link standalone href={`/order/${orderid}`}>
            See the order<span className="visually-hidden"> of {supplyName(supply)}</span>
          </Link>
        )}
      </div>
    </li>
  );
}
