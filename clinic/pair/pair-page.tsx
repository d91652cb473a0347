import { useQuery } from "@tanstack/react-query";
import { formatDay } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { formatPhone } from "#app/ui/forms/digits.ts";
import { queryOf } from "#clinic/api/query.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { useIdInPath } from "#clinic/ui/id-in-path.ts";
import { careStatus, identityStatus } from "#clinic/ui/labels/care-status.ts";
import { medicineName } from "#clinic/ui/labels/medicine-name.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { Page, QueryContent, Section } from "#clinic/ui/page.tsx";
import { ClaimedNotice } from "#clinic/work/claimed-notice.tsx";
import { inboxPath } from "#clinic/work/inbox-filter.ts";
import { recordPath } from "#clinic/work/record-path.ts";
import { useClaim } from "#clinic/work/use-claims.ts";
import { care } from "#contract/care/calls.ts";
import type { PairAgreement, PersonPair } from "#contract/care/pairs.ts";
import type { PairedRecord } from "#contract/care/patients.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { permits } from "#contract/policy/policy.ts";
import { JudgePair } from "./judge-pair.tsx";
import { MergeAccounts } from "./merge-accounts.tsx";
import { agreementLabels, verdictLabels } from "./pair-labels.ts";
import css from "./pair-page.module.css";

/** Two records in the address, side by side, and saying whether they are of one person. */
export function PairPage() {
  const id = useIdInPath("pair");
  return id === null ? (
    <Page title="This isn’t here">
      <p>
        The address is wrong. Go to <a href={inboxPath("pair")}>what waits</a>.
      </p>
    </Page>
  ) : (
    <Pair key={id} id={id} />
  );
}

function Pair({ id }: { id: string }) {
  const pair = useQuery(queryOf(care.pair, { params: { id } }));
  const mayJudge = permits(usePermissions(), care.judgePair.access.needs);
  return (
    <Page title="One person, two records?">
      <QueryContent query={pair} rows={10}>
        {(read) => (
          <div className={css["page"]}>
            <Side pair={read} />
            {mayJudge ? <PairActs pair={read} /> : <MergeAccounts pair={read} />}
            <Verdicts pair={read} />
          </div>
        )}
      </QueryContent>
    </Page>
  );
}

/** What somebody who checks identities does with a pair: they have claimed it meanwhile. */
function PairActs({ pair }: { pair: PersonPair }) {
  const claim = useClaim({ kind: "pair", id: pair.id }, true);
  const { data } = useQuery(queryOf(care.pairMerge, { params: { id: pair.id } }));
  return (
    <>
      <ClaimedNotice claim={claim} onTakeOver={() => void claim.takeOver()}>
        You can look, and not decide.
      </ClaimedNotice>
      {data?.merge?.status !== "merged" && <JudgePair pair={pair} claim={claim} />}
      <MergeAccounts pair={pair} claim={claim} />
    </>
  );
}

/** Compared, and what else tells whose a record is. */
const rows: readonly {
  readonly name: string;
  readonly agreements: readonly PairAgreement[];
  readonly of: (record: PairedRecord) => string | readonly string[];
}[] = [
  { name: "Name", agreements: ["first_name", "last_name"], of: ({ patient }) => patientName(patient) },
  {
    ...{ name: "Born", agreements: ["birthday"] },
    of: ({ patient: { birthday } }) => (birthday === null ? "Not given" : formatCalendarDay(birthday)),
  },
  {
    name: "Phone",
    agreements: ["phone"],
    of: ({ phoneno }) => (phoneno === null ? "Not given" : formatPhone(phoneno)),
  },
  { name: "Ships to", agreements: ["address"], of: ({ shippingaddress }) => addressLines(shippingaddress) },
  { name: "Email", agreements: [], of: ({ patient }) => patient.email },
  {
    ...{ name: "Account", agreements: [] },
    of: ({ madeat, closedat }) => [
      `Made on ${formatDay(madeat)}`,
      ...(closedat === null ? [] : [`Closed on ${formatDay(closedat)}`]),
    ],
  },
  { name: "SSN, last four", agreements: ["number"], of: () => "Not shown" },
  { name: "Card", agreements: ["card"], of: () => "Not shown" },
  { name: "Identity", agreements: [], of: ({ patient }) => identityStatus[patient.identitystatus].label },
  { name: "Case", agreements: [], of: ({ patient }) => careStatus(patient).label },
  { name: "Doctor", agreements: [], of: ({ patient }) => patient.doctor?.name ?? "None yet" },
  { name: "Medicine", agreements: [], of: ({ medicines }) => medicineLines(medicines) },
];

function addressLines(address: PairedRecord["shippingaddress"]): readonly string[] {
  if (address === null) return ["Not given"];
  const { address1, address2, city, state, zipcode } = address;
  return [[address1, address2].filter(Boolean).join(", "), `${city}, ${state} ${zipcode}`];
}

function medicineLines(medicines: PairedRecord["medicines"]): readonly string[] {
  if (medicines === null) return ["Not shown to you"];
  if (medicines.length === 0) return ["Nothing is prescribed or at home"];
  return medicines.map(({ prescribed, athomeuntil, ...medicine }) =>
    [
      medicineName(medicine),
      prescribed ? "prescribed" : "not prescribed any more",
      athomeuntil === null ? "nothing at home" : `at home or on its way through ${formatCalendarDay(athomeuntil)}`,
    ].join(" · "),
  );
}

function Side({ pair: { records, agrees, foundat, verdict } }: { pair: PersonPair }) {
  return (
    <Section
      title={`Found on ${formatDay(foundat)}`}
      actions={
        <StatusBadge tone={verdict === null ? "warning" : "neutral"}>
          {verdict === null ? "Waits for you" : verdictLabels[verdict].label}
        </StatusBadge>
      }
    >
      <p className={css["quiet"]}>Alike: {agrees.map((each) => agreementLabels[each]).join(", ")}.</p>
      <div className={css["scroll"]}>
        <table className={css["records"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Compared</span>
              </th>
              {records.map(({ patient }, at) => (
                <th key={patient.id} scope="col">
                  <a href={recordPath(patient.id)}>{at === 0 ? "First record" : "Second record"}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, agreements, of }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {agreements.some((each) => agrees.includes(each)) && <StatusBadge tone="info">Alike</StatusBadge>}
                </th>
                {records.map((record) => (
                  <td key={record.patient.id}>
                    {[of(record)].flat().map((line) => (
                      <p key={line}>{line}</p>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Verdicts({ pair: { verdicts } }: { pair: PersonPair }) {
  if (verdicts.length === 0) return null;
  return (
    <Section title="What was said">
      <ol className={css["verdicts"]} aria-label="Newest first">
        {verdicts.map(({ verdict, reason, at, name }) => (
          <li key={at}>
            <p>
              <b>{verdictLabels[verdict].label}</b> · {name ?? "Your system"} · {practiceDayAndTime(at)}
            </p>
            <p className={css["quote"]}>{reason}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
