import { formatDay } from "#app/formats/dates.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { careStatus } from "#clinic/ui/labels/care-status.ts";
import { patientName } from "#clinic/ui/labels/patient-name.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { useRowKeys } from "#clinic/ui/table/use-row-keys.ts";
import type { ListedPatient } from "#contract/care/lists.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";

const leftOutLabels: Readonly<Record<NonNullable<ListedPatient["leftout"]>, string>> = {
  closed: "Account closed",
  death_reported: "Death reported",
  restricted: "Write to them alone",
};

/** Who is on a list, each with two identifiers. */
export function ListedPatients({ listed }: { listed: readonly ListedPatient[] }) {
  const rows = useRowKeys<HTMLDivElement>();
  if (listed.length === 0) return null;
  return (
    <div ref={rows}>
      <Table label="Patients on the list" head={["Patient", "Born", "State", "Doctor", "Care", "Last seen"]}>
        {listed.map(({ patient, lastseenat, leftout }) => {
          const status = careStatus(patient);
          return (
            <tr key={patient.id}>
              <td>
                <a data-row href={`/clinic/patients/${patient.id}`}>
                  {patientName(patient)}
                </a>
              </td>
              <td>{patient.birthday ? formatCalendarDay(patient.birthday) : "–"}</td>
              <td>{patient.state ?? "–"}</td>
              <td>{patient.doctor?.name ?? "–"}</td>
              <td>
                {patient.emergencysince && <StatusBadge tone="danger">Emergency</StatusBadge>}
                <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
                {leftout && <StatusBadge tone="warning">{leftOutLabels[leftout]}</StatusBadge>}
              </td>
              <td>{lastseenat ? formatDay(lastseenat) : "Never"}</td>
            </tr>
          );
        })}
      </Table>
    </div>
  );
}
