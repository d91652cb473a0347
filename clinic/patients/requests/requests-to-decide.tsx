import { medicineName } from "#clinic/ui/words/medicine-name.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { useMember, useScopes } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { Loaded } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { caseKeys } from "#clinic/work/case-keys.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import { type RequestAction, requestFromSearch } from "#clinic/work/request-path.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { useInbox } from "#clinic/work/use-inbox.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { OnHold } from "./on-hold.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import {
  approvalStop,
  medicineNames,
  renewalToDecide,
  requestsInOrder,
  requestTitles,
  type RequestToDecide,
  upsellToDecide,
} from "./request.ts";
import css from "./requests.module.css";

/** What waits of this patient; null until it's known. */
function useRequests(record: PatientRecord) {
  const scopes = useScopes();
  const input = { query: { patientid: record.id } };
  const enabled = care.prescriptionRenewals.scopes.some((scope) => scopes.includes(scope));
  const renewals = useQuery({
    ...queryOf(care.prescriptionRenewals, input),
    queryFn: ({ signal }) => call(care.prescriptionRenewals, input, { signal, background: true }),
    enabled,
  });
  const upsells = useQuery({
    ...queryOf(care.upsells, input),
    queryFn: ({ signal }) => call(care.upsells, input, { signal, background: true }),
    enabled,
  });
  const inbox = useInbox().data?.items ?? [];
  const holdends = (id: string) => inbox.find((item) => item.queue === "upsell" && item.id === id)?.expires ?? null;
  const requests =
    renewals.data && upsells.data
      ? requestsInOrder([
          ...renewals.data.items.map((renewal) => renewalToDecide(renewal, record)),
          ...upsells.data.items.map((upsell) => upsellToDecide(upsell, record, holdends(upsell.id))),
        ])
      : null;
  return { requests, failed: [renewals, upsells].find(({ error }) => error !== null) };
}

/** The renewals and upsells of a patient that wait for a physician, each with what the decision needs. */
export function RequestsToDecide({ record }: { record: PatientRecord }) {
  const scopes = useScopes();
  const mayDecide = care.approveUpsell.scopes.some((scope) => scopes.includes(scope));
  const { requests, failed } = useRequests(record);
  const [deciding, setDeciding] = useState<{ request: RequestToDecide; action: RequestAction } | null>(null);
  const [said, setSaid] = useState("");
  const output = useRef<HTMLOutputElement>(null);
  const wanted = requestFromSearch(useSearch());

  function act(action: RequestAction, request: RequestToDecide | undefined): void {
    if (!mayDecide || !request || (action === "approve" && approvalStop(request) !== null)) return;
    setSaid("");
    setDeciding({ request, action });
  }
  /** Of several that wait it's the one that is focused. */
  const focused = () =>
    requests?.length === 1
      ? requests[0]
      : requests?.find(({ id }) => document.activeElement?.closest(`#request-${id}`));
  useKeys({
    [caseKeys.approve.key]: () => act("approve", focused()),
    [caseKeys.decline.key]: () => act("decline", focused()),
  });
  // An address may name the one to decide, and a key on its row what is done; it may have been decided since.
  const start = useEffectEvent(() => {
    if (wanted.id === null) return;
    navigate(`/clinic/patients/${record.id}`, { replace: true });
    const request = requests?.find(({ id }) => id === wanted.id);
    if (!request) return setSaid("What you opened doesn’t wait any more: it was decided or withdrawn.");
    document.querySelector<HTMLElement>(`#request-${request.id} h2`)?.focus();
    if (wanted.action) act(wanted.action, request);
  });
  const known = requests !== null;
  useEffect(() => {
    if (!known) return;
    const timer = setTimeout(() => start());
    return () => clearTimeout(timer);
  }, [known]);
  useEffect(() => {
    if (said) output.current?.focus();
  }, [said]);

  return (
    <>
      <output ref={output} tabIndex={-1} className={said ? css["said"] : "visually-hidden"}>
        {said}
      </output>
      {failed && (
        <Loaded<unknown> query={failed} rows={0}>
          {() => null}
        </Loaded>
      )}
      {requests?.map((request) => (
        <Request key={request.id} request={request} onAct={mayDecide ? (action) => act(action, request) : undefined} />
      ))}
      {deciding && (
        <DecideDialog
          record={record}
          action={deciding.action}
          request={requests?.find(({ id }) => id === deciding.request.id) ?? deciding.request}
          waits={requests?.some(({ id }) => id === deciding.request.id) ?? true}
          onClose={() => setDeciding(null)}
          onDone={(text) => {
            setDeciding(null);
            setSaid(text);
          }}
        />
      )}
    </>
  );
}

/** One of them; without `onAct` it's only read. */
export function Request({
  request,
  onAct,
}: {
  request: RequestToDecide;
  onAct?: ((action: RequestAction) => void) | undefined;
}) {
  const { id, kind, medicines, facts, rules, changed } = request;
  const stop = approvalStop(request);
  return (
    <section
      id={`request-${id}`}
      className={css["request"]}
      aria-label={`${requestTitles[kind]}: ${medicineNames(request)}`}
    >
      <header className={css["head"]}>
        <h2 tabIndex={-1}>{requestTitles[kind]}</h2>
        {onAct && <Holder request={request} />}
      </header>
      {medicines.map((medicine) => (
        <p key={medicine.productid} className={css["medicine"]}>
          {medicineName(medicine)}
        </p>
      ))}
      <OnHold request={request} />
      <RuleList rules={rules} label={`Rules raised by ${medicineNames(request)}`} />
      <Facts as="rows">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {changed.length > 0 && (
          <Fact name="Answered since">
            <ul className={css["changed"]}>
              {changed.map(({ questionid, question, answer, at }) => (
                <li key={questionid}>
                  <span className={css["asked"]}>{question}</span> {answer}, {formatDay(at)}
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
      {onAct && stop && <p className={css["stop"]}>{stop}</p>}
      {onAct && (
        <div className={css["actions"]}>
          {(["approve", "decline"] as const)
            .filter((action) => action === "decline" || stop === null)
            .map((action) => (
              <Button
                key={action}
                variant={action === "approve" ? "primary" : "secondary"}
                onClick={() => onAct(action)}
              >
                {actionLabels[action]}
                <span className="visually-hidden">: {medicineNames(request)}</span>{" "}
                <kbd aria-hidden="true">{caseKeys[action].key}</kbd>
              </Button>
            ))}
        </div>
      )}
    </section>
  );
}

const actionLabels = { approve: "Approve", decline: "Decline" } as const;

/** Who else is at it. */
function Holder({ request: { kind, id } }: { request: RequestToDecide }) {
  const { id: memberId } = useMember();
  const claim = claimOf(useClaims().data?.items ?? [], { kind, id });
  return claim && claim.memberid !== memberId ? (
    <StatusBadge tone="info">{claim.name} is working on this</StatusBadge>
  ) : null;
}
