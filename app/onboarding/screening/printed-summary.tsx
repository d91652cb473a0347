import { useEffect } from "react";
import type { Output } from "#contract/http/endpoint.ts";
import type { onboarding } from "#contract/onboarding/calls.ts";
import { settings } from "#app/settings.ts";
import { formatDay } from "#app/formats/dates.ts";
import css from "./printed-summary.module.css";

/** Print only: opens the print dialog once rendered. */
export default function PrintedSummary({ stop, summary, rejectedat }: Output<typeof onboarding.reject>) {
  useEffect(() => window.print(), []);
  return (
    <article className={css["paper"]} aria-hidden="true">
      <p>
        {settings.brand.practice.name} · {formatDay(rejectedat)}
      </p>
      <h1>Summary of an online visit</h1>
      <h2>{stop.title}</h2>
      <p>{stop.text}</p>
      <dl>
        {summary.map(({ question, answer }, index) => (
          <div key={index}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
