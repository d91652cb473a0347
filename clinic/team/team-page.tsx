import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "#app/ui/actions/button.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { queryKey, queryOf } from "#clinic/api/query.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { useMember } from "#clinic/session/current.ts";
import { QueryContent, Page, Notice } from "#clinic/ui/page.tsx";
import { namesOfRoles } from "#clinic/ui/labels/role-labels.ts";
import { Table } from "#clinic/ui/table/table.tsx";
import { Tabs } from "#clinic/ui/table/tabs.tsx";
import { teamDoctorCalls } from "#contract/staff/doctors.ts";
import { staffMemberCalls, type StaffMember } from "#contract/staff/members.ts";
import { DoctorsTab } from "./doctors-tab.tsx";
import { licensesToLookAt } from "./licenses.ts";
import { MemberConfirm } from "./member-confirm.tsx";
import { MemberForm } from "./member-form.tsx";
import { type MemberAction, memberActions, memberStatus, signsInWith } from "./member-status.ts";
import { RowAction, RowActions } from "#clinic/ui/table/row-actions.tsx";
import css from "./team-page.module.css";

const actionLabels: Readonly<Record<MemberAction, string>> = {
  edit: "Change",
  invite_again: "Send link again",
  recover: "Recover",
  disable: "Disable",
  enable: "Enable",
};

/** What is open over the list. */
type Open = { readonly action: "invite" } | { readonly action: MemberAction; readonly member: StaffMember };

const doctorsPath = "/clinic/team/doctors";

/** The practice's people, and the doctors in whose name they decide. */
export function TeamPage() {
  const [path] = useLocation();
  const doctors = useQuery(queryOf(teamDoctorCalls.doctors, {}));
  const tabs = (
    <Tabs
      label="Parts of the team"
      current={path === doctorsPath ? doctorsPath : "/clinic/team"}
      tabs={[
        { path: "/clinic/team", label: "People" },
        {
          path: doctorsPath,
          label: "Doctors and licenses",
          count: String(licensesToLookAt(doctors.data?.items ?? [])),
        },
      ]}
    />
  );
  return path === doctorsPath ? (
    <Page title="Team">
      {tabs}
      <DoctorsTab />
    </Page>
  ) : (
    <PeoplePage tabs={tabs} />
  );
}

/** Who they are, what they may do, what they sign in with. */
function PeoplePage({ tabs }: { tabs: ReactNode }) {
  const self = useMember();
  const cache = useQueryClient();
  const team = useQuery(queryOf(staffMemberCalls.members, {}));
  const [open, setOpen] = useState<Open | null>(null);
  const [notice, setNotice] = useState("");
  const inviteButton = useRef<HTMLButtonElement>(null);

  function done(member: StaffMember, text: string) {
    cache.setQueryData(queryOf(staffMemberCalls.members, {}).queryKey, (list) => {
      if (!list) return list;
      const known = list.items.some(({ id }) => id === member.id);
      const items = known ? list.items.map((each) => (each.id === member.id ? member : each)) : [...list.items, member];
      return { items: items.toSorted((a, b) => a.name.localeCompare(b.name)) };
    });
    void cache.invalidateQueries({ queryKey: queryKey(staffMemberCalls.members) });
    // Who decides in a doctor's name may have changed.
    void cache.invalidateQueries({ queryKey: queryKey(teamDoctorCalls.doctors) });
    setNotice(text);
    setOpen(null);
  }

  return (
    <Page
      title="Team"
      actions={
        <Button ref={inviteButton} onClick={() => setOpen({ action: "invite" })}>
          Invite somebody
        </Button>
      }
    >
      {tabs}
      <Notice>{notice}</Notice>
      <QueryContent query={team}>
        {({ items }) => (
          <Table label="Team" head={["Name", "Roles", "Status", "Actions"]}>
            {items.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isSelf={member.id === self.id}
                onAction={(action) => setOpen({ action, member })}
              />
            ))}
          </Table>
        )}
      </QueryContent>
      {open?.action === "invite" && <MemberForm member={null} onDone={done} onClose={() => setOpen(null)} />}
      {open && "member" in open && open.action === "edit" && (
        <MemberForm member={open.member} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open && "member" in open && open.action !== "edit" && (
        <MemberConfirm action={open.action} member={open.member} onDone={done} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

function MemberRow({
  member,
  isSelf,
  onAction,
}: {
  member: StaffMember;
  isSelf: boolean;
  onAction: (action: MemberAction) => void;
}) {
  const now = new Date(serverClock.now());
  const status = memberStatus(member, now);
  return (
    <tr className={member.status === "disabled" ? css["left"] : undefined}>
      <td>
        <b className={css["name"]}>{member.name}</b>
        {isSelf && " (you)"}
        <br />
        <span className={css["quiet"]}>{member.email}</span>
      </td>
      <td>
        {namesOfRoles(member.roles)}
        <div className={css["quiet"]}>{signsInWith(member)}</div>
      </td>
      <td>
        <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        {status.detail && <div className={css["quiet"]}>{status.detail}</div>}
      </td>
      <td>
        <RowActions className={css["actions"]}>
          {memberActions(member, isSelf).map((action) => (
            <RowAction
              key={action}
              label={actionLabels[action]}
              name={`${actionLabels[action]}: ${member.name}`}
              onClick={() => onAction(action)}
            />
          ))}
        </RowActions>
      </td>
    </tr>
  );
}
