import { Stack } from "#app/ui/layout/stack.tsx";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { EmergencyPanel } from "#app/emergency/emergency-panel.tsx";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { StopNotice } from "#app/emergency/stop-notice.tsx";
import css from "./stopped-visit-page.module.css";

const PrintedSummary = lazy(() => import("./printed-summary.tsx"));

/** The end of a visit that cannot safely continue online: why, what to do now, and a summary to take along. */
export function StoppedVisitPage({
  stop,
  emergency,
}: {
  stop: ScreeningStop;
  emergency?: Emergency | null | undefined;
}) {
  const summary = useMutation({ mutationFn: () => call(onboarding.reject, { body: {} }) });
  return (
    <Stack gap={6} className={css["page"]}>
      {emergency && stop.kind !== "emergency" && <EmergencyPanel emergency={emergency} />}
      <StopNotice stop={stop} />
      <section className={css["kept"]} aria-labelledby="kept">
        <h2 id="kept">Your answers are saved</h2>
        <p>You haven't been charged. You can take a summary of your answers to the doctor you see.</p>
        {summary.error && <Alert tone="warning">{errorMessage(summary.error)}</Alert>}
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
    </Stack>
  );
}
