import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import * as z from "zod/mini";
import { Form } from "#app/forms/form.tsx";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { FieldGroup } from "#app/ui/forms/field.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { refusalAt } from "#clinic/api/refusal.ts";
import { FormActions } from "#clinic/ui/dialogs/form-actions.tsx";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import { QueryContent } from "#clinic/ui/page.tsx";
import { roleLabels } from "#clinic/ui/labels/role-labels.ts";
import { teamDoctorCalls } from "#contract/staff/doctors.ts";
import { staffMemberCalls, type StaffMember } from "#contract/staff/members.ts";
import { roles, type Role } from "#contract/policy/roles.ts";
import { doctorOptions } from "./licenses.ts";
import css from "./member-form.module.css";

/** The field of the form that shows each refusal. */
export const refusalFields = {
  member_exists: "email",
  last_administrator: "roles",
  doctor_needed: "doctorid",
} as const;

const Member = z.omit(staffMemberCalls.invite.body, { email: true });

/** Invites somebody, or changes who they are and what they may do. */
export function MemberForm({
  member,
  onDone,
  onClose,
}: {
  member: StaffMember | null;
  onDone: (member: StaffMember, notice: string) => void;
  onClose: () => void;
}) {
  const keyed = useKeyedRequests();
  async function save(values: z.output<typeof staffMemberCalls.invite.body>) {
    const { email, ...rest } = values;
    // A doctor belongs to a physician only.
    const body = rest.roles.includes("physician") ? rest : { name: rest.name, roles: rest.roles };
    try {
      if (member === null) {
        const invitation = { email, ...body };
        const invited = await keyed(invitation, (key) => call(staffMemberCalls.invite, { body: invitation }, { key }));
        onDone(invited, `${invited.name} is invited. A link is on its way to ${invited.email}.`);
      } else {
        const changed = await call(staffMemberCalls.updateMember, { params: { id: member.id }, body });
        onDone(changed, `${changed.name} was changed. It counts right away.`);
      }
    } catch (error) {
      throw refusalAt(error, refusalFields);
    }
  }
  return (
    <Modal title={member === null ? "Invite somebody" : `Change ${member.name}`} wide onClose={onClose}>
      <Form
        schema={(member === null ? staffMemberCalls.invite.body : Member) as typeof staffMemberCalls.invite.body}
        names={["name", "email", "roles", "doctorid"]}
        defaultValues={{
          name: member?.name ?? "",
          ...(member === null && { email: "" }),
          roles: member?.roles ?? [],
          doctorid: member?.doctorid ?? "",
        }}
        onSubmit={save}
      >
        {({ form, field, error, busy }) => {
          const chosen = form.watch("roles");
          const toggle = (role: Role, on: boolean) =>
            form.setValue("roles", on ? [...chosen, role] : chosen.filter((each) => each !== role), {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
          return (
            <>
              <TextField label="Name" autoComplete="off" {...field("name")} />
              {member === null && (
                <TextField label="Email" type="email" autoComplete="off" autoCapitalize="none" {...field("email")} />
              )}
              <FieldGroup label="Roles" error={error("roles")}>
                <div className={css["roles"]}>
                  {roles.map((role) => (
                    <Checkbox
                      key={role}
                      label={roleLabels[role].name}
                      hint={roleLabels[role].description}
                      checked={chosen.includes(role)}
                      onChange={(event) => toggle(role, event.target.checked)}
                    />
                  ))}
                </div>
              </FieldGroup>
              {chosen.includes("physician") && <DoctorField member={member} {...field("doctorid")} />}
              <FormActions
                label={member === null ? "Send the invitation" : "Save"}
                busy={busy}
                busyLabel={member === null ? "Sending" : "Saving"}
                onCancel={onClose}
              />
            </>
          );
        }}
      </Form>
    </Modal>
  );
}

/** The doctor in whose name a physician decides; `field` is what the form gives a control. */
function DoctorField({
  member,
  ...field
}: { member: StaffMember | null } & Omit<ComponentProps<typeof Select>, "label" | "options">) {
  const doctors = useQuery(queryOf(teamDoctorCalls.doctors, {}));
  const team = useQuery(queryOf(staffMemberCalls.members, {}));
  return (
    <QueryContent query={doctors} rows={1}>
      {({ items }) => (
        <Select
          label="Doctor they decide as"
          hint="Each doctor belongs to one person."
          placeholder="Choose a doctor"
          options={doctorOptions(items, team.data?.items ?? [], member?.id ?? null)}
          {...field}
        />
      )}
    </QueryContent>
  );
}
