import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { formatDay } from "#app/formats/dates.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { RuleList } from "#clinic/care/rule-list.tsx";
import { useMember, usePermissions } from "#clinic/session/current.ts";
import { Fact, Facts } from "#clinic/ui/facts.tsx";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { useKeys } from "#clinic/ui/use-keys.ts";
import { caseKeys } from "#clinic/work/case-keys.ts";
import { claimOf } from "#clinic/work/claim-of.ts";
import { type DecisionAction, decisionFromSearch } from "#clinic/work/decision-path.ts";
import { useAskedInAddress } from "#clinic/work/use-asked-in-address.ts";
import { useClaims } from "#clinic/work/use-claims.ts";
import { useWaitingOf } from "#clinic/work/use-inbox.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { permits } from "#contract/policy/policy.ts";
import { mayPrepare } from "#clinic/care/prepared/use-signature.ts";
import { PutAside } from "#clinic/care/aside/put-aside.tsx";
import { OnHold } from "./on-hold.tsx";
import { DecideDialog } from "./decide-dialog.tsx";
import {
  approvalStop,
  medicineNames,
  renewalToDecide,
  byWait,
  decisionTitles,
  type RenewalOrUpsell,
  upsellToDecide,
} from "./renewal-or-upsell.ts";
import css from "./decisions.module.css";

/** What waits of this patient; null until it's known. */
function useRenewalsAndUpsells(record: PatientRecord) {
  const permissions = usePermissions();
  const input = { query: { patientid: record.id } };
  const enabled = permits(permissions, care.prescriptionRenewals.access.needs);
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
  const waiting = useWaitingOf(record.id);
  const holdends = (id: string) => waiting.find((item) => item.kind === "upsell" && item.id === id)?.expires ?? null;
  const items =
    renewals.data && upsells.data
      ? byWait([
          ...renewals.data.items.map((renewal) => renewalToDecide(renewal, record)),
          ...upsells.data.items.map((upsell) => upsellToDecide(upsell, record, holdends(upsell.id))),
        ])
      : null;
  return { items, failed: [renewals, upsells].find(({ error }) => error !== null) };
}

const focusHeading = (id: string): void => document.querySelector<HTMLElement>(`#decide-${id} h2`)?.focus();

/** The renewals and upsells of a patient that wait for a physician, each with what the decision needs. */
export function RenewalsAndUpsells({ record }: { record: PatientRecord }) {
  const permissions = usePermissions();
  const mayDecide = permits(permissions, care.approveUpsell.access.needs);
  const prepares = mayPrepare(permissions);
  const mayAct = ({ kind }: RenewalOrUpsell) => mayDecide || (prepares && kind === "renewal");
  const { items, failed } = useRenewalsAndUpsells(record);
  const [deciding, setDeciding] = useState<{ item: RenewalOrUpsell; action: DecisionAction } | null>(null);
  const [notice, setNotice] = useState("");
  const wanted = decisionFromSearch(useSearch());

  function act(action: DecisionAction, item: RenewalOrUpsell | undefined): void {
    if (!item || !mayAct(item) || (action === "approve" && approvalStop(item) !== null)) return;
    setNotice("");
    setDeciding({ item, action });
  }
  /** Of several that wait it's the one that is focused. */
  const focused = () =>
    items?.length === 1 ? items[0] : items?.find(({ id }) => document.activeElement?.closest(`#decide-${id}`));
  useKeys({
    [caseKeys.approve.key]: () => act("approve", focused()),
    [caseKeys.decline.key]: () => act("decline", focused()),
  });
  // An address may name the one to decide, and a key on its row what is done; it may have been decided since.
  useAskedInAddress(wanted.id === null ? null : wanted, items !== null, {
    begin: ({ id, action }) => {
      const item = items?.find((each) => each.id === id);
      if (!item) setNotice("What you opened doesn’t wait any more: it was decided or withdrawn.");
      else if (action) act(action, item);
    },
    begun: ({ id, action }) => {
      navigate(`/clinic/patients/${record.id}`, { replace: true });
      if (id !== null && !action) focusHeading(id);
    },
  });
  return (
    <>
      <Notice takesFocus className={css["notice"]}>
        {notice}
      </Notice>
      {failed && (
        <QueryContent<unknown> query={failed} rows={0}>
          {() => null}
        </QueryContent>
      )}
      {items?.map((item) => (
        <RenewalOrUpsellSection
          key={item.id}
          item={item}
          prepares={prepares}
          onAct={mayAct(item) ? (action) => act(action, item) : undefined}
          aside={<PutAside patientId={record.id} kind={item.kind} refId={item.id} name={medicineNames(item)} />}
        />
      ))}
      {deciding && (
        <DecideDialog
          record={record}
          action={deciding.action}
          item={items?.find(({ id }) => id === deciding.item.id) ?? deciding.item}
          waits={items?.some(({ id }) => id === deciding.item.id) ?? true}
          onClose={() => {
            flushSync(() => setDeciding(null));
            // Opened by the address, there is no button to go back to.
            if (document.activeElement === document.body) focusHeading(deciding.item.id);
          }}
          onDone={(text) => {
            setDeciding(null);
            setNotice(text);
          }}
        />
      )}
    </>
  );
}

/** One of them; without `onAct` it's only read. */
export function RenewalOrUpsellSection({
  item,
  prepares = false,
  onAct,
  aside,
}: {
  item: RenewalOrUpsell;
  /** A prescriber signs what is written here. */
  prepares?: boolean;
  onAct?: ((action: DecisionAction) => void) | undefined;
  /** Beside what is decided. */
  aside?: ReactNode;
}) {
  const { id, kind, medicines, facts, rules, changed } = item;
  const stop = approvalStop(item);
  return (
    <section
      id={`decide-${id}`}
      className={css["section"]}
      aria-label={`${decisionTitles[kind]}: ${medicineNames(item)}`}
    >
      <header className={css["head"]}>
        <h2 tabIndex={-1}>{decisionTitles[kind]}</h2>
        {onAct && <ClaimOfOther item={item} />}
      </header>
      {medicines.map((medicine) => (
        <p key={medicine.productid} className={css["medicine"]}>
          {medicineName(medicine)}
        </p>
      ))}
      <OnHold item={item} />
      <RuleList rules={rules} label={`Rules raised by ${medicineNames(item)}`} />
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
                {prepares ? preparingLabels[action] : actionLabels[action]}
                <span className="visually-hidden">: {medicineNames(item)}</span>{" "}
                <kbd aria-hidden="true">{caseKeys[action].key}</kbd>
              </Button>
            ))}
          {aside}
        </div>
      )}
    </section>
  );
}

const actionLabels = { approve: "Approve", decline: "Decline" } as const;
const preparingLabels = { approve: "Prepare the approval", decline: "Prepare a refusal" } as const;

/** Who else is at it. */
function ClaimOfOther({ item: { kind, id } }: { item: RenewalOrUpsell }) {
  const { id: memberId } = useMember();
  const claim = claimOf(useClaims().data?.items ?? [], { kind, id });
  return claim && claim.memberid !== memberId ? (
    <StatusBadge tone="info">{claim.name} is working on this</StatusBadge>
  ) : null;
}
