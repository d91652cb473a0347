import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { settings } from "#app/settings.ts";
import { toneClassName } from "#app/ui/brand/tones.ts";
import { cx } from "#app/ui/cx.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { call } from "#clinic/api/call.ts";
import { Confirm } from "#clinic/work/confirm.tsx";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import { QueryContent, Notice } from "#clinic/ui/page.tsx";
import { Table } from "#clinic/ui/table/table.tsx";
import { dayIn } from "#contract/fields/formats.ts";
import { type License, type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import { staffMemberCalls, type StaffMember } from "#contract/staff/members.ts";
import { AbsenceForm, awayLabel } from "./absence-form.tsx";
import { HandOverPatients } from "./hand-over-patients.tsx";
import css from "./doctors-tab.module.css";
import { isRemovable, patientsLabel } from "./doctor-fields.ts";
import { DoctorForm } from "./doctor-form.tsx";
import { LicenseForm } from "./license-form.tsx";
import { doctorsByUrgency, licensesByUrgency, licenseStatus, needsAttention } from "./licenses.ts";

type Open =
  | { readonly kind: "license"; readonly doctor: TeamDoctor; readonly license: License }
  | { readonly kind: "card"; readonly doctor: TeamDoctor | null }
  | { readonly kind: "absence" | "patients" | "remove"; readonly doctor: TeamDoctor };

/** The practice's doctors: their cards, who decides in their name, and where they are licensed until when. */
export function DoctorsTab() {
  const cache = useQueryClient();
  const doctors = useQuery(queryOf(teamDoctorCalls.doctors, {}));
  const team = useQuery(queryOf(staffMemberCalls.members, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useState("");

  function keep(changed: TeamDoctor) {
    cache.setQueryData(queryOf(teamDoctorCalls.doctors, {}).queryKey, (list) => {
      if (!list) return list;
      const known = list.items.some(({ id }) => id === changed.id);
      const items = list.items.map((each) => (each.id === changed.id ? changed : each));
      return { ...list, items: known ? items : [...items, changed] };
    });
    void cache.invalidateQueries({ queryKey: queryKey(teamDoctorCalls.doctors) });
  }
  function done(changed: TeamDoctor, text: string) {
    keep(changed);
    setNotice(text);
    setOpen(null);
  }

  return (
    <>
      <Notice>{notice}</Notice>
      <QueryContent query={doctors}>
        {({ items, portraits }) => (
          <>
            <div>
              <Button onClick={() => setOpen({ kind: "card", doctor: null })}>Add a doctor</Button>
            </div>
            <Table label="Doctors" head={["Doctor", "Who decides in their name", "Licenses", "Actions"]}>
              {doctorsByUrgency(items).map((doctor) => (
                <DoctorRow
                  key={doctor.id}
                  doctor={doctor}
                  members={team.data?.items ?? null}
                  onLicense={(license) => setOpen({ kind: "license", doctor, license })}
                  onCard={() => setOpen({ kind: "card", doctor })}
                  onOpen={(kind) => setOpen({ kind, doctor })}
                />
              ))}
            </Table>
            {open?.kind === "absence" && (
              <AbsenceForm doctor={open.doctor} doctors={items} onDone={done} onClose={() => setOpen(null)} />
            )}
            {open?.kind === "patients" && (
              <HandOverPatients doctor={open.doctor} doctors={items} onDone={done} onClose={() => setOpen(null)} />
            )}
            {open?.kind === "card" && (
              <DoctorForm
                doctor={open.doctor}
                portraits={portraits}
                onSaved={keep}
                onDone={done}
                onClose={() => setOpen(null)}
              />
            )}
          </>
        )}
      </QueryContent>
      {open?.kind === "license" && (
        <LicenseForm {...open} doctors={doctors.data?.items ?? []} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open?.kind === "remove" && (
        <Confirm
          question={`Remove ${open.doctor.name}?`}
          detail="Nobody is matched with them any more, and nobody can decide in their name. They stay on what they signed, and you can bring them back."
          confirmLabel="Remove"
          danger
          onClose={() => setOpen(null)}
          onConfirm={async () => {
            const params = { doctorid: open.doctor.id };
            done(await call(teamDoctorCalls.removeDoctor, { params }), `${open.doctor.name} was removed.`);
          }}
        />
      )}
    </>
  );
}

function DoctorRow({
  doctor,
  members,
  onLicense,
  onCard,
  onOpen,
}: {
  doctor: TeamDoctor;
  /** Null while they load. */
  members: readonly StaffMember[] | null;
  onLicense: (license: License) => void;
  onCard: () => void;
  onOpen: (kind: "absence" | "patients" | "remove") => void;
}) {
  const today = dayIn(settings.brand.timezone, new Date(serverClock.now()));
  const decides = members?.find(({ id }) => id === doctor.memberid);
  return (
    <tr className={css["row"]}>
      <td className={css["who"]}>
        <b>{doctor.name}</b>
        <div className={css["quiet"]}>{doctor.credentials}</div>
        <div className={css["quiet"]}>{patientsLabel(doctor)}</div>
        {doctor.away && <StatusBadge tone="warning">{awayLabel(doctor.away, today)}</StatusBadge>}
      </td>
      <td className={css["who"]}>
        {decides?.name ?? <span className={css["quiet"]}>{doctor.memberid === null ? "Nobody" : "…"}</span>}
      </td>
      <td>
        <ul className={css["licenses"]} aria-label={`Licenses of ${doctor.name}`}>
          {licensesByUrgency(doctor.licenses).map((license) => {
            const { tone, label } = licenseStatus(license, today);
            return (
              <li key={license.state}>
                <button
                  type="button"
                  className={cx(css["license"], needsAttention(license) ? toneClassName(tone) : css["valid"])}
                  aria-label={`Set the end: ${label}`}
                  onClick={() => onLicense(license)}
                >
                  {label}
                </button>
              </li>
            );
          })}
        </ul>
      </td>
      <td>
        <RowActions>
          <RowAction
            label={doctor.active ? "Change card" : "Bring back"}
            name={`${doctor.active ? "Change card" : "Bring back"}: ${doctor.name}`}
            onClick={onCard}
          />
          {doctor.active && (
            <RowAction label="Absence" name={`Absence: ${doctor.name}`} onClick={() => onOpen("absence")} />
          )}
          {doctor.patients > 0 && (
            <RowAction
              label="Hand over patients"
              name={`Hand over patients: ${doctor.name}`}
              onClick={() => onOpen("patients")}
            />
          )}
          {isRemovable(doctor) && (
            <RowAction label="Remove" name={`Remove: ${doctor.name}`} onClick={() => onOpen("remove")} />
          )}
        </RowActions>
      </td>
    </tr>
  );
}
