import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "#app/api/api.ts";
import { shownText } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import { payment } from "#contract/payment.ts";
import { priceEvery } from "#contract/period.ts";
import { treatment, type TreatmentChange } from "#contract/treatment.ts";
import { calendarDay } from "../dates.ts";
import { DoctorNote } from "../doctor-note.tsx";
import { cardText } from "../money.ts";
import { useChange } from "../use-change.ts";
import css from "./change.module.css";
import { Compare } from "./compare.tsx";

const RefuseDialog = lazyRoute(() => import("./refuse-dialog.tsx")).Part;

/** A change that costs more: what changes and why, what it costs from when on, and yes or no. `onDecided` gets the server's sentence. */
export function WaitingChange({
  change,
  primary,
  onDecided,
}: {
  change: TreatmentChange;
  primary: boolean;
  onDecided: (message: string) => void;
}) {
  const { id, to, doctor, note, chargeon } = change;
  const [asking, setAsking] = useState({ open: false, count: 0 });
  const sources = useQuery(queryOf(payment.sources, {}));
  const yes = useChange<number, string>(
    async (price) => (await call(treatment.agreeToChange, { params: { id }, body: { price } })).message,
    { onAgreed: onDecided },
  );
  const who = doctor?.name ?? "Your doctor";
  return (
    <Card as="section" tone="accent" className={css["card"]} aria-labelledby={`change-${id}`}>
      <h2 id={`change-${id}`} className={css["title"]}>
        {who} changed your treatment
      </h2>
      {note && <DoctorNote note={note} from={who} />}
      <Compare change={change} />
      {to.directions && (
        <div>
          <p className={css["label"]}>How to use it</p>
          <p>{to.directions}</p>
        </div>
      )}
      <p>
        It costs more than before, so we ask you first. If you agree, {cardText(sources.data?.source ?? null)} is
        charged {priceEvery(to)}, with tax
        {chargeon && `, from ${calendarDay(chargeon)} on`}. We write to you at least 5 days before every charge, and you
        can cancel at any time. What you have paid for still comes.
      </p>
      {yes.error && <Alert kind="warning">{shownText(yes.error)}</Alert>}
      <div className={css["actions"]}>
        <Button
          variant={primary ? "primary" : "secondary"}
          busy={yes.busy}
          busyLabel="Saving your answer"
          onClick={() => yes.press(to.price)}
        >
          Agree to {priceEvery(to)}
        </Button>
        <Button
          variant="secondary"
          disabled={yes.pending}
          onClick={() => setAsking(({ count }) => ({ open: true, count: count + 1 }))}
        >
          I do not want this
        </Button>
      </div>
      <Link standalone href="/messages/doctor">
        Ask your doctor first
      </Link>
      {asking.count > 0 && (
        <Suspense fallback={null}>
          <RefuseDialog
            key={asking.count}
            change={change}
            open={asking.open}
            onClose={() => setAsking((before) => ({ ...before, open: false }))}
            onDone={onDecided}
          />
        </Suspense>
      )}
    </Card>
  );
}
