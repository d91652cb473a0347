import { formatCalendarDay } from "#contract/fields/formats.ts";
import { MoreButton } from "#clinic/ui/table/more-button.tsx";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { formatDay } from "#app/formats/dates.ts";
import { useDebouncedValue } from "#app/browser/use-delayed.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { queryKey } from "#clinic/api/query.ts";
import { focusFirst } from "#clinic/ui/focus.ts";
import { QueryContent, Page } from "#clinic/ui/page.tsx";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { useRowKeys } from "#clinic/ui/table/use-row-keys.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientSummary } from "#contract/care/patients.ts";
import { careStatus } from "#clinic/ui/labels/care-status.ts";
import css from "./search-page.module.css";

/** How long typing rests before it is looked for, ms. */
const restMs = 250;
const typedKey = ["patient-search"];

/** Finds a patient. What is looked for is never in the address: it would end up in the history. */
export function PatientSearchPage() {
  const cache = useQueryClient();
  // Back from a record, what was looked for is still there. It is forgotten with all else when the person leaves.
  const [typed, setTyped] = useState(() => cache.getQueryData<string>(typedKey) ?? "");
  const q = useDebouncedValue(typed.trim(), restMs);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLDivElement>(null);
  useKeys({ "/": () => input.current?.select() });
  const found = useInfiniteQuery({
    queryKey: queryKey(care.searchPatients, q),
    queryFn: ({ pageParam, signal }) =>
      call(care.searchPatients, { body: { q, ...(pageParam && { nextpage: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  // Whoever was found before may still be shown, and is never what Enter leads to.
  const isOfTyped = q === typed.trim() && !found.isPlaceholderData;
  const wantsFirst = useRef(false);
  const focusWanted = (shown: HTMLElement | null) => {
    if (!shown || !isOfTyped || !wantsFirst.current) return;
    wantsFirst.current = false;
    shown.querySelector<HTMLElement>("[data-row]")?.focus();
  };
  return (
    <Page title="Patients">
      <search ref={focusFirst} className={css["search"]}>
        <TextField
          ref={input}
          type="search"
          label="Find a patient"
          hint="Name, email, phone or shipping phone, birthday, order number. Of a name, the beginning is enough."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            wantsFirst.current = false;
            setTyped(event.target.value);
            cache.setQueryData(typedKey, event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown" && event.key !== "Enter") return;
            event.preventDefault();
            wantsFirst.current = true;
            focusWanted(results.current);
          }}
        />
      </search>
      {q === "" ? (
        <p className={css["quiet"]}>All words must match. Press the down arrow to reach the results.</p>
      ) : (
        <QueryContent query={found}>
          {({ pages }) => (
            <div
              // Called anew once what was typed is found.
              ref={(shown) => {
                results.current = shown;
                focusWanted(shown);
              }}
            >
              <Results patients={pages.flatMap(({ items }) => items)} />
              <MoreButton list={found} />
            </div>
          )}
        </QueryContent>
      )}
    </Page>
  );
}

function Results({ patients }: { patients: readonly PatientSummary[] }) {
  const list = useRowKeys<HTMLUListElement>();
  return (
    <>
      <output className={css["quiet"]}>
        {patients.length === 0 ? "Nobody found. Check the spelling, or try fewer letters." : `${patients.length} found`}
      </output>
      {patients.length > 0 && (
        <ul ref={list} className={css["list"]} aria-label="Patients found">
          {patients.map((patient) => {
            const status = careStatus(patient);
            return (
              <li key={patient.id}>
                <a data-row className={css["row"]} href={`/clinic/patients/${patient.id}`}>
                  <b>{patientName(patient)}</b>
                  <span className={css["quiet"]}>
                    {[patient.birthday && formatCalendarDay(patient.birthday), patient.state, patient.email]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                  <span className={css["status"]}>
                    {patient.emergencysince && <StatusBadge tone="danger">Emergency</StatusBadge>}
                    <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
                  </span>
                  <span className={css["quiet"]}>Since {formatDay(patient.since)}</span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
