import { Stack } from "#app/ui/layout/stack.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import type { HealthAnswers } from "#contract/account/health-answers.ts";
import css from "./medical-information.module.css";

const VersionDialog = lazyRoute(() => import("./version-dialog.tsx")).Part;

/** When the patient answered; all answers, now and in each earlier version, can be read. */
export function VersionsCard({ versions }: Pick<HealthAnswers, "versions">) {
  const { formatDayAndTime } = useDates();
  const [shown, setShown] = useState<HealthAnswers["versions"][number] | null>(null);
  const [latest, ...earlier] = versions;
  if (!latest) return null;
  return (
    <Card as="section" tone="tint" gap={4} aria-labelledby="versions">
      <h2 id="versions" className={css["title"]}>
        Your record
      </h2>
      <Button variant="secondary" onClick={() => setShown(latest)}>
        Read all your answers
      </Button>
      {earlier.length > 0 && (
        <Disclosure summary={earlier.length === 1 ? "1 earlier version" : `${earlier.length} earlier versions`}>
          <Stack as="ul" gap={2} className={css["versions"]}>
            {earlier.map((version) => (
              <li key={version.version}>
                <span>
                  {formatDayAndTime(version.answeredat)}
                  <span className={css["muted"]}>
                    {version.version === 1 ? "In your visit" : version.told ? "Written down by us" : "Changed by you"},
                    version {version.version}
                  </span>
                </span>
                <Button variant="secondary" onClick={() => setShown(version)}>
                  Read<span className="visually-hidden"> version {version.version}</span>
                </Button>
              </li>
            ))}
          </Stack>
        </Disclosure>
      )}
      {shown && (
        <Suspense fallback={null}>
          <VersionDialog version={shown} current={shown === latest} onOpenChange={(open) => !open && setShown(null)} />
        </Suspense>
      )}
    </Card>
  );
}
