import { memo } from "react";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import type { Tone } from "#app/ui/brand/tones.ts";
import { RuleFlags } from "#clinic/care/rule-list.tsx";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { casePath } from "#clinic/work/case-keys.ts";
import { itemMarks, itemNote, kindLabels } from "#clinic/work/kind-labels.ts";
import { expiresSoon, span } from "#clinic/work/urgency.ts";
import type { InboxKind } from "#contract/care/inbox-kinds.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import type { Claim } from "#contract/staff/work.ts";
import css from "./inbox-page.module.css";
import { actionPath, itemPath } from "./item-path.ts";

/** What the columns of a kind are called; of all kinds together they are called by what most of them hold. */
export const Columns = ({ kind }: { kind: InboxKind | null }) => (
  <div className={css["columns"]} aria-hidden="true">
    <span>Kind</span>
    <span>Patient</span>
    <span>{kind === null ? "About" : kindLabels[kind].about}</span>
    <span>Flags</span>
    <span>State</span>
    <span className={css["wait"]}>Waiting</span>
  </div>
);

const tones: Partial<Readonly<Record<InboxKind, Tone>>> = {
  emergency: "danger",
  work_item: "warning",
  conversation: "info",
  mismatch: "warning",
  dispute: "warning",
  past_due: "warning",
};

/** One work item: its kind, patient, medicine and strength, what to look out for, where it is done, and since when it waits. */
export const Row = memo(function Row({
  item,
  now,
  claim,
  memberId,
  opensRecord,
  opensCase,
}: {
  item: InboxItem;
  now: number;
  claim: Claim | null;
  /** Who looks. */
  memberId: string;
  opensRecord: boolean;
  opensCase: boolean;
}) {
  const { patient, kind } = item;
  const note = itemNote(item);
  const content = (
    <>
      <span className={css["kind"]}>
        <StatusBadge tone={tones[kind] ?? "neutral"}>{kindLabels[kind].label}</StatusBadge>
      </span>
      <span className={css["name"]}>
        {patient ? patientName(patient) : item.name}
        {patient?.emergencysince && kind !== "emergency" && <StatusBadge tone="danger">Emergency</StatusBadge>}
      </span>
      <span className={css["about"]}>
        {note && <span>{note}</span>}
        {item.medicines.map((medicine) => (
          <span key={medicine.productid} className={css["medicine"]}>
            {medicineName(medicine)}
          </span>
        ))}
      </span>
      <span className={css["flags"]}>
        {itemMarks(item).map((mark) => (
          <StatusBadge key={mark} tone="warning">
            {mark}
          </StatusBadge>
        ))}
        <RuleFlags rules={item.flags} />
        {expiresSoon(item, now) && item.expires && (
          <StatusBadge tone="warning">
            {Date.parse(item.expires) > now ? `${span(Date.parse(item.expires) - now)} left` : "Too late"}
          </StatusBadge>
        )}
        <Assignee item={item} claim={claim} memberId={memberId} />
      </span>
      <span className={css["place"]}>
        {patient?.state && (
          <>
            <span className="visually-hidden">State </span>
            {patient.state}
          </>
        )}
      </span>
      <span className={css["wait"]}>
        <span className="visually-hidden">Waiting </span>
        {span(now - Date.parse(item.since))}
      </span>
    </>
  );
  if (patient && opensCase && (kind === "incoming" || kind === "accepted"))
    return (
      <a data-row data-case={patient.id} className={css["row"]} href={casePath(patient.id)}>
        {content}
      </a>
    );
  const path = itemPath(item, opensRecord);
  return path !== null ? (
    <a
      data-row
      data-approve={actionPath(item, "approve") ?? undefined}
      data-decline={actionPath(item, "decline") ?? undefined}
      className={css["row"]}
      href={path}
    >
      {content}
    </a>
  ) : (
    <div className={css["row"]}>{content}</div>
  );
});

/** Who it is assigned to, and who works on it right now. */
function Assignee({ item: { assignee }, claim, memberId }: { item: InboxItem; claim: Claim | null; memberId: string }) {
  return (
    <>
      {assignee && (
        <StatusBadge tone={assignee.memberid === memberId ? "success" : "neutral"}>
          {assignee.memberid === memberId ? "Assigned to you" : `Assigned to ${assignee.name}`}
        </StatusBadge>
      )}
      {claim && claim.memberid !== assignee?.memberid && (
        <StatusBadge tone={claim.memberid === memberId ? "success" : "info"}>
          {claim.memberid === memberId ? "Yours" : claim.name}
        </StatusBadge>
      )}
    </>
  );
}
