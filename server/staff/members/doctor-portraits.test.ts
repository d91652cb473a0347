import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/messages/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { syncDoctors, visitDoctor } from "#server/doctors/public.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { pictureSide } from "#server/platform/files/image/crop-to-square.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps, type SentFile } from "#server/testing/upload-files.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { signedInStaff } from "../testing/staff-people.ts";

const stored = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void stored.set(key, bytes),
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithGps();
});
afterAll(() => server.close());

/** A picture of one color, so that two of them differ. */
async function picture(background: string): Promise<SentFile> {
  const image = sharp({ create: { width: 640, height: 400, channels: 3, background } });
  return { name: "portrait.png", type: "image/png", bytes: await image.png().toBuffer() };
}
const doctorOf = async (id: string) =>
  (await server.call(staff.doctors, {}, { apiKey })).ok.items.find((each) => each.id === id)!;
const formOf = (doctorid: string, file: SentFile) => {
  const { payload, headers } = multipart(file);
  return [{ params: { doctorid }, body: payload as never }, { headers }] as const;
};
const upload = (doctorid: string, file: SentFile) => {
  const [input, options] = formOf(doctorid, file);
  return server.call(staff.uploadPortrait, input, { apiKey, ...options });
};
const remove = (doctorid: string) => server.call(staff.removePortrait, { params: { doctorid } }, { apiKey });
/** As anybody loads it, without a cookie or a token. */
const load = (url: string | null) => server.app.inject({ url: url ?? "" });
const portraitFiles = () => [...stored.keys()].filter((key) => key.startsWith("doctor_portrait/"));

describe("decisions §11 a doctor's portrait that the practice uploads", () => {
  test("is what patients see at once, and the first screen shows, at an address that needs no sign-in", async () => {
    const rosa = await inCare(server);
    const shown = async () => (await server.call(treatment.overview, {}, { token: rosa.token })).ok.doctor;
    const { id = "", profileUrl: before } = (await shown()) ?? {};
    const { status, ok } = await upload(id, photo);
    const address = expect.stringMatching(/^\/doctors\/portraits\/[\da-f-]{36}\.jpg$/);
    expect([status, ok.uploadedportrait, ok.portrait]).toEqual([200, address, before]);
    expect((await shown())?.profileUrl).toBe(ok.uploadedportrait);
    const conversations = (await server.call(messages.conversations, {}, { token: rosa.token })).ok.items;
    const params = { id: conversations.find(({ kind }) => kind === "doctor")?.id ?? "" };
    const members = (await server.call(messages.members, { params }, { token: rosa.token })).ok.items;
    expect(members.map(({ profileUrl }) => profileUrl)).toEqual([ok.uploadedportrait]);
    await upload((await visitDoctor(server.services)).id, photo);
    expect((await visitDoctor(server.services)).profileUrl).toEqual(address);

    const { statusCode, headers, rawPayload } = await load(ok.uploadedportrait);
    expect([statusCode, headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    const { format, width, height, exif, xmp, iptc } = await sharp(rawPayload).metadata();
    expect([format, width, height]).toEqual(["jpeg", pictureSide, pictureSide]);
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
    expect((await sharp(photo.bytes).metadata()).exif).toBeDefined();
    await remove(id);
  });

  test("another one has another address, and the earlier one is gone, bytes and all; the same one again changes nothing", async () => {
    await server.services.jobs.drain();
    const first = (await upload("ines_valdez", await picture("#203040"))).ok.uploadedportrait;
    const files = portraitFiles().length;
    expect((await upload("ines_valdez", await picture("#203040"))).ok.uploadedportrait).toBe(first);
    expect(portraitFiles()).toHaveLength(files);
    const second = (await upload("ines_valdez", await picture("#a03040"))).ok.uploadedportrait;
    expect(second).not.toBe(first);
    expect([(await load(first)).statusCode, (await load(second)).statusCode]).toEqual([404, 200]);
    await server.services.jobs.drain();
    expect(portraitFiles()).toHaveLength(files);
  });

  test("several at once leave one picture", async () => {
    await server.services.jobs.drain();
    const before = portraitFiles().length;
    const colors = ["#111111", "#555555", "#999999", "#dddddd"];
    const sent = await Promise.all(colors.map(async (color) => upload("hanna_lindqvist", await picture(color))));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await server.services.jobs.drain();
    expect(portraitFiles()).toHaveLength(before + 1);
    expect((await load((await doctorOf("hanna_lindqvist")).uploadedportrait)).statusCode).toBe(200);
  });

  test("a start with the content keeps it, and the card still follows the content; once removed, the content's is back", async () => {
    const { db, content } = server.services;
    const { id, profileUrl } = content.doctors.find((each) => each.id === "ruth_okafor")!;
    const { uploadedportrait } = (await upload(id, photo)).ok;
    const changed = { bio: "Dr. Okafor, as the content has it now.", profileUrl: "/doctors/doctor-4.svg" };
    await syncDoctors(
      db,
      content.doctors.map((each) => (each.id === id ? { ...each, ...changed } : each)),
    );
    expect(await doctorOf(id)).toMatchObject({
      uploadedportrait,
      portrait: changed.profileUrl,
      bio: changed.bio,
      editedat: null,
    });
    const removed = await remove(id);
    expect([removed.status, removed.ok.uploadedportrait, removed.ok.portrait]).toEqual([200, null, changed.profileUrl]);
    expect((await load(uploadedportrait)).statusCode).toBe(404);
    expect((await remove(id)).status).toBe(200);
    await syncDoctors(db, content.doctors);
    expect((await doctorOf(id)).portrait).toBe(profileUrl);
  });

  test("changing the card leaves it alone, and it isn't one of the card's own", async () => {
    const id = "hanna_lindqvist";
    const { uploadedportrait } = (await upload(id, photo)).ok;
    const { firstname, lastname, credentials, npi, acceptspatients, editedat, portrait } = await doctorOf(id);
    const body = {
      firstname,
      lastname,
      credentials,
      bio: "New words.",
      npi,
      acceptspatients,
      editedat,
      states: ["IA"],
    };
    const update = (chosen: string) =>
      server.call(staff.updateDoctor, { params: { doctorid: id }, body: { ...body, portrait: chosen } }, { apiKey });
    expect((await update(uploadedportrait ?? "")).problem.details?.fields?.[0]?.path).toBe("portrait");
    expect((await update(portrait)).ok).toMatchObject({ uploadedportrait, bio: "New words." });
  });

  test("a document and an unknown doctor are refused, and nothing is stored", async () => {
    const before = portraitFiles();
    const bytes = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<<>>\n%%EOF\n");
    const refused = await upload("elena_marsh", { name: "a.pdf", type: "application/pdf", bytes });
    expect([refused.status, refused.problem.message]).toEqual([
      415,
      "Please choose a picture: JPEG, PNG, TIFF or HEIC.",
    ]);
    expect([(await upload("nobody", photo)).status, (await remove("nobody")).status]).toEqual([404, 404]);
    expect(portraitFiles()).toEqual(before);
  });

  test("only an administrator with a fresh proof uploads or removes one", async () => {
    const id = "ines_valdez";
    const { uploadedportrait } = (await upload(id, photo)).ok;
    const [input, options] = formOf(id, await picture("#00ff00"));
    const { browser } = await signedInStaff(
      server,
      ["physician", "nurse", "pharmacy", "patient_services", "finance"],
      id,
    );
    expect((await browser.call(staff.uploadPortrait, input, options)).status).toBe(403);
    expect((await browser.call(staff.removePortrait, { params: { doctorid: id } })).status).toBe(403);
    const admin = await signedInStaff(server, ["administrator"]);
    server.clock.advance(6 * 60_000);
    expect((await admin.browser.call(staff.uploadPortrait, input, options)).problem.code).toBe("proof_required");
    expect((await admin.browser.call(staff.removePortrait, { params: { doctorid: id } })).problem.code).toBe(
      "proof_required",
    );
    expect((await doctorOf(id)).uploadedportrait).toBe(uploadedportrait);
  });

  test.each([
    ["one that was never there", `/doctors/portraits/${newId()}.jpg`],
    ["another ending", `/doctors/portraits/${newId()}.svg`],
    ["no id", "/doctors/portraits/x.jpg"],
    ["a way out of the folder", "/doctors/portraits/..%2f..%2f.env.jpg"],
    ["a way to a patient's file", "/doctors/portraits/..%2fphoto_id%2fa.jpg"],
  ])("an address that is no portrait's finds nothing: %s", async (_, url) => {
    expect((await load(url)).statusCode).toBe(404);
  });
});
