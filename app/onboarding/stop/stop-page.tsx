import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { call } from "#app/api/api.ts";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { MapPinPlant } from "#app/ui/illustrations/map-pin-plant.tsx";
import { WarningIcon } from "#app/ui/icons.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { onboarding } from "#contract/onboarding.ts";
import type { Stop } from "#contract/questions.ts";
import css from "./stop-page.module.css";

const PrintedSummary = lazy(() => import("./printed-summary.tsx"));

/** The end of a visit that is not safe to go on with online: why, what to do now, and a summary to take along. */
export function StopPage({ stop }: { stop: Stop }) {
  const summary = useMutation({ mutationFn: () => call(onboarding.reject, { body: {} }) });
  const emergency = stop.kind === "emergency";
  return (
    <div className={css["page"]}>
      <section className={css[emergency ? "emergency" : "stop"]} role={emergency ? "alert" : undefined}>
        <div className={css["picture"]}>{emergency ? <WarningIcon /> : <MapPinPlant />}</div>
        <h1 ref={readNext} tabIndex={-1}>
          {stop.title}
        </h1>
        <p className={css["text"]}>{stop.text}</p>
        <div className={css["actions"]}>
          {stop.actions.map((action) => (
            <ButtonLink
              key={action.href}
              href={action.href}
              wide
              variant={action.emphasis ? (emergency ? "danger" : "primary") : "secondary"}
              className={action.emphasis ? css["big"] : undefined}
              {...(/^https/.test(action.href) && { target: "_blank", rel: "noopener noreferrer" })}
            >
              {action.label}
              {/^https/.test(action.href) && <span className="visually-hidden"> (opens in a new tab)</span>}
            </ButtonLink>
          ))}
        </div>
      </section>
      <section className={css["kept"]} aria-labelledby="kept">
        <h2 id="kept">Your answers are saved</h2>
        <p>You have not been charged. You can take a summary of your answers with you to the doctor you see.</p>
        {summary.error && <Alert kind="warning">{shownText(summary.error)}</Alert>}
        <Button
          variant="secondary"
          busy={summary.isPending}
          busyLabel="Getting your summary"
          onClick={() => (summary.data ? window.print() : summary.mutate())}
        >
          {summary.data ? "Print again" : "Print a summary"}
        </Button>
      </section>
      {summary.data && (
        <Suspense fallback={null}>
          <PrintedSummary {...summary.data} />
        </Suspense>
      )}
    </div>
  );
}
