import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import { formatMonthDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import css from "./next-charge-line.module.css";

/** Money in one line: the next charge, its day, and where to manage it; with what is taken off. */
export function NextChargeLine({ charges: [next], discounts }: Pick<Treatment, "charges" | "discounts">) {
  if (!next) return null;
  return (
    <div className={css["money"]}>
      <p className={css["line"]}>
        <span>
          {next.retry ? "We’ll try your card again: " : "Next: "}
          <span className={css["sum"]}>{formatDollars(next.amount)}</span> on {formatMonthDay(next.chargeon)}
        </span>
        <Link standalone href="/treatment">
          Manage<span className="visually-hidden"> your orders and charges</span>
        </Link>
      </p>
      {discounts.map(({ text }, index) => (
        <p key={index} className={css["discount"]}>
          <CheckIcon />
          {text}
        </p>
      ))}
    </div>
  );
}
