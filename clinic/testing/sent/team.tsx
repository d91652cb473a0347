import { screen } from "@testing-library/react";
import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { TeamPage } from "#clinic/team/team-page.tsx";
import { member, staffId } from "#clinic/testing/staff.ts";
import { roleLabels } from "#clinic/ui/labels/role-labels.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { type License, type TeamDoctor, teamDoctorCalls } from "#contract/staff/doctors.ts";
import { staffMemberCalls } from "#contract/staff/members.ts";
import { asMember, type Server } from "./as-member.tsx";

const portraits = ["/portraits/1.svg", "/portraits/2.svg"];

const license = (state: string, change: Partial<License>): License => ({
  ...{ state, validuntil: null, status: "valid", collaboration: "not_needed", collaboratorid: null },
  ...change,
});

const doctor = (number: number, change: Partial<TeamDoctor> = {}): TeamDoctor => ({
  ...{ id: `doctor_${number}`, name: `Dr. Number ${number}`, firstname: "Number", lastname: String(number) },
  ...{
    credentials: `MD ${number}`,
    physician: true,
    bio: `Bio ${number}`,
    portrait: portraits[0] ?? "",
    uploadedportrait: null,
  },
  ...{ npi: `100000000${number}`, active: true, acceptspatients: true, away: null, patients: 0 },
  ...{ editedat: `2026-11-1${number}T12:00:00Z`, memberid: null },
  licenses: ["IA", "OH"].map((state) => license(state, {})),
  ...change,
});

function team(
  server: Server,
  page: "" | "/doctors",
  doctors: readonly TeamDoctor[] = [1, 2, 3].map((each) => doctor(each)),
) {
  server.answer(staffMemberCalls.members, {
    items: [
      member(),
      member({ id: staffId(11), name: "Ada Active", roles: ["nurse"] }),
      member({ id: staffId(12), name: "Bea Active", roles: ["physician", "nurse"], doctorid: "doctor_2" }),
      member({ id: staffId(13), name: "Ida Invited", status: "invited", lastsignedinat: null }),
      member({ id: staffId(14), name: "Dora Disabled", status: "disabled" }),
    ],
  });
  server.answer(teamDoctorCalls.doctors, { items: [...doctors], portraits });
  return asMember(server, <TeamPage />, { at: `/clinic/team${page}` });
}
const people = (server: Server) => team(server, "");
const doctorsOf = (server: Server, change: Partial<TeamDoctor> = {}) =>
  team(server, "/doctors", [doctor(1), doctor(2, change), doctor(3)]);

const confirmRow = (
  call: "inviteAgain" | "recoverMember" | "disableMember" | "enableMember",
  press: readonly [string, string],
  dialog: string,
  id: string,
): SentRow => ({
  from: `clinic/team/member-confirm.tsx staff.${call}`,
  show: people,
  act: async (shown) => {
    for (const name of press) await shown.press(name);
  },
  dialog,
  sends: { params: { id }, body: {} },
});

const roleName = (role: Role) => new RegExp(`^${roleLabels[role].name}`);

const added = roles.filter((role) => role !== "nurse").toReversed();

const findDoctor = () => screen.findByDisplayValue("Dr. Number 2");

const inviteRow = (role: Role): SentRow => ({
  from: "clinic/team/member-form.tsx staff.invite",
  ...{ about: role, isChoice: role !== "physician" },
  show: people,
  act: async ({ press, fill }) => {
    await press("Invite somebody");
    await fill("Name", "Nina New");
    await fill("Email", "nina@example.com");
    await press(roleName(role));
    if (role === "physician") await fill("Doctor they decide as", "doctor_3");
    await press("Send the invitation");
  },
  dialog: "Invite somebody",
  sends: {
    body: {
      ...{ email: "nina@example.com", name: "Nina New", roles: [role] },
      ...(role === "physician" && { doctorid: "doctor_3" }),
    },
  },
});

const memberRows: readonly SentRow[] = [
  ...roles.map(inviteRow),
  {
    from: "clinic/team/member-form.tsx staff.updateMember",
    about: "who becomes everything else",
    show: people,
    act: async ({ press, fill }) => {
      await press("Change: Ada Active");
      await fill("Name", "Ada Renamed");
      for (const role of added) await press(roleName(role));
      await fill("Doctor they decide as", "doctor_3");
      await press("Save");
    },
    dialog: "Change Ada Active",
    sends: {
      params: { id: staffId(11) },
      body: { name: "Ada Renamed", roles: ["nurse", ...added], doctorid: "doctor_3" },
    },
  },
  {
    from: "clinic/team/member-form.tsx staff.updateMember",
    about: "who is a physician no more, and so no doctor",
    show: people,
    act: async ({ press }) => {
      await press("Change: Bea Active");
      // Until the doctors are there, the form doesn't know theirs.
      await findDoctor();
      await press(roleName("physician"));
      await press("Save");
    },
    dialog: "Change Bea Active",
    sends: { params: { id: staffId(12) }, body: { name: "Bea Active", roles: ["nurse"] } },
  },
  confirmRow("inviteAgain", ["Send link again: Ida Invited", "Send it"], "Send Ida Invited a new link?", staffId(13)),
  confirmRow(
    "recoverMember",
    ["Recover: Bea Active", "End them and send a link"],
    "Let Bea Active start anew?",
    staffId(12),
  ),
  confirmRow("disableMember", ["Disable: Bea Active", "Disable"], "Disable Bea Active?", staffId(12)),
  confirmRow("enableMember", ["Enable: Dora Disabled", "Let them in"], "Let Dora Disabled in again?", staffId(14)),
];

const fillCard: SentRow["act"] = async ({ press, fill }) => {
  await fill("First name", "Nora");
  await fill("Last name", "Newcomer");
  await fill("Title and specialty", "MD, OB/GYN");
  await fill("About them, for patients", "Listens well.");
  await press(/^$/, 1);
  await fill("NPI", "1234567890");
  await fill("States they’re licensed in", "ia, tx");
  await press(/^Takes new patients/);
};
const card = {
  ...{ firstname: "Nora", lastname: "Newcomer", credentials: "MD, OB/GYN", bio: "Listens well." },
  ...{ portrait: portraits[1], npi: "1234567890", states: ["IA", "TX"], acceptspatients: false },
};

const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], "nora.jpg", { type: "image/jpeg" });

const doctorRows: readonly SentRow[] = [
  {
    from: "clinic/team/send-doctor.ts staff.addDoctor",
    show: doctorsOf,
    act: async (shown) => {
      await shown.press("Add a doctor");
      await fillCard(shown);
      await shown.press("Add the doctor");
    },
    dialog: "Add a doctor",
    sends: { body: card },
  },
  {
    from: "clinic/team/send-doctor.ts staff.updateDoctor",
    show: doctorsOf,
    act: async (shown) => {
      await shown.press("Change card: Dr. Number 2");
      await fillCard(shown);
      await shown.press("Save");
    },
    dialog: "The card of Dr. Number 2",
    sends: { params: { doctorid: "doctor_2" }, body: { ...card, editedat: "2026-11-12T12:00:00Z" } },
  },
  {
    from: "clinic/team/send-doctor.ts staff.updateDoctor",
    about: "brought back as they were",
    show: (server) => doctorsOf(server, { active: false, editedat: null }),
    act: async ({ press }) => {
      await press("Bring back: Dr. Number 2");
      await press("Save and bring back");
    },
    dialog: "The card of Dr. Number 2",
    sends: {
      params: { doctorid: "doctor_2" },
      body: {
        ...{ firstname: "Number", lastname: "2", credentials: "MD 2", bio: "Bio 2", portrait: portraits[0] },
        ...{ npi: "1000000002", states: ["IA", "OH"], acceptspatients: true, editedat: null },
      },
    },
  },
  {
    from: "clinic/team/send-doctor.ts staff.uploadPortrait",
    show: doctorsOf,
    act: async ({ press, attach, findText }) => {
      await press("Change card: Dr. Number 2");
      await attach(photo);
      await findText("“nora.jpg” is used when you save");
      await press("Save");
    },
    dialog: "The card of Dr. Number 2",
    sends: {
      params: { doctorid: "doctor_2" },
      body: { file: { file: "nora.jpg", type: "image/jpeg", size: photo.size } },
    },
  },
  {
    from: "clinic/team/send-doctor.ts staff.removePortrait",
    show: (server) => doctorsOf(server, { uploadedportrait: "/uploaded.jpg" }),
    act: async ({ press }) => {
      await press("Change card: Dr. Number 2");
      await press("Remove the photo");
      await press("Save");
    },
    dialog: "The card of Dr. Number 2",
    sends: { params: { doctorid: "doctor_2" } },
  },
  {
    from: "clinic/team/doctors-tab.tsx staff.removeDoctor",
    show: doctorsOf,
    act: async ({ press }) => {
      await press("Remove: Dr. Number 2");
      await press("Remove");
    },
    dialog: "Remove Dr. Number 2?",
    sends: { params: { doctorid: "doctor_2" } },
  },
  {
    from: "clinic/team/absence-form.tsx staff.setAbsence",
    show: doctorsOf,
    act: async ({ press, fill }) => {
      await press("Absence: Dr. Number 2");
      await fill("First day", "2026-12-01");
      await fill("Last day", "2026-12-09");
      await fill("Who covers", "doctor_3");
      await press("Save");
    },
    dialog: "Dr. Number 2 is away",
    sends: {
      params: { doctorid: "doctor_2" },
      body: { from: "2026-12-01", until: "2026-12-09", coverid: "doctor_3" },
    },
  },
  {
    from: "clinic/team/absence-form.tsx staff.setAbsence",
    about: "whoever is licensed covers",
    show: (server) => doctorsOf(server, { away: { from: "2026-12-02", until: "2026-12-08", coverid: "doctor_3" } }),
    act: async ({ press, fill }) => {
      await press("Absence: Dr. Number 2");
      await fill("Who covers", "Whoever is licensed");
      await press("Save");
    },
    dialog: "Dr. Number 2 is away",
    sends: { params: { doctorid: "doctor_2" }, body: { from: "2026-12-02", until: "2026-12-08" } },
  },
  {
    from: "clinic/team/absence-form.tsx staff.endAbsence",
    show: (server) => doctorsOf(server, { away: { from: "2026-11-02", until: "2026-12-08", coverid: null } }),
    act: async ({ press }) => {
      await press("Absence: Dr. Number 2");
      await press("End the absence");
    },
    dialog: "Dr. Number 2 is away",
    sends: { params: { doctorid: "doctor_2" } },
  },
  {
    from: "clinic/team/hand-over-patients.tsx staff.handOverPatients",
    show: (server) => doctorsOf(server, { patients: 3 }),
    act: async ({ press, fill }) => {
      await press("Hand over patients: Dr. Number 2");
      await fill("To whom", "doctor_3");
      await press("Hand over");
    },
    dialog: "Hand over the patients of Dr. Number 2",
    sends: { params: { doctorid: "doctor_2" }, body: { todoctorid: "doctor_3" } },
  },
  {
    from: "clinic/team/hand-over-patients.tsx staff.handOverPatients",
    about: "to whoever is licensed",
    show: (server) => doctorsOf(server, { patients: 3 }),
    act: async ({ press }) => {
      await press("Hand over patients: Dr. Number 2");
      await press("Hand over");
    },
    dialog: "Hand over the patients of Dr. Number 2",
    sends: { params: { doctorid: "doctor_2" }, body: {} },
  },
  ...(["2027-05-31", null] as const).map((validuntil): SentRow => ({
    from: "clinic/team/license-form.tsx staff.setLicense",
    about: validuntil === null ? "without an end" : "with an end",
    show: (server) =>
      doctorsOf(server, {
        licenses: ["IA", "TX"].map((state) => license(state, { validuntil: "2026-12-31", status: "ending" })),
      }),
    act: async ({ press, fill, clear }) => {
      await press(/^Set the end: TX/);
      if (validuntil === null) await clear("Last day it’s valid");
      else await fill("Last day it’s valid", validuntil);
      await press("Save");
    },
    dialog: "Dr. Number 2 in TX",
    sends: { params: { doctorid: "doctor_2", state: "TX" }, body: validuntil === null ? {} : { validuntil } },
  })),
  {
    from: "clinic/team/license-form.tsx staff.setLicense",
    about: "with a collaborating physician",
    show: (server) =>
      team(server, "/doctors", [
        doctor(1, { licenses: [license("TX", {})] }),
        doctor(2, { licenses: [license("TX", { collaboration: "missing" })] }),
      ]),
    act: async ({ press, fill }) => {
      await press("Set the end: TX needs a collaborating physician");
      await fill("Collaborating physician", "doctor_1");
      await press("Save");
    },
    dialog: "Dr. Number 2 in TX",
    sends: { params: { doctorid: "doctor_2", state: "TX" }, body: { collaboratorid: "doctor_1" } },
  },
];

export const teamRows: readonly SentRow[] = [...memberRows, ...doctorRows];
