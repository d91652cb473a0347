import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { pictureSide } from "#server/platform/files/image/crop-to-square.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";

let server: TestServer;
let photo: Awaited<ReturnType<typeof photoWithGps>>;
beforeAll(async () => {
  server = await sharedTestServer();
  photo = await photoWithGps();
});

function upload({ token }: TestPatient, file = photo) {
  const { payload, headers } = multipart(file);
  return server.call(account.uploadAvatar, { body: payload } as never, { token, headers });
}
const download = ({ token }: TestPatient) => server.call(account.avatar, {}, { token });
const filesOf = ({ id }: TestPatient) =>
  server.services.db.selectFrom("uploaded_file").selectAll().where("patient_id", "=", id).execute();

describe("§7 user/avatar", () => {
  test("a photo becomes a square picture without metadata, for the patient alone", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    const { status, ok } = await upload(patient);
    expect([status, ok.profileUrl]).toEqual([201, expect.stringMatching(/^\/api\/user\/avatar\?v=[\da-f-]{36}$/)]);
    const picture = await download(patient);
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(picture.headers["cache-control"]).toContain("no-store");
    const { width, height, exif } = await sharp(picture.raw.rawPayload).metadata();
    expect([width, height, exif]).toEqual([pictureSide, pictureSide, undefined]);
    const otherPicture = await download(other);
    expect([otherPicture.status, otherPicture.problem.code]).toEqual([404, "not_found"]);
  });

  test("another picture replaces it, and the earlier one is deleted, bytes and all", async () => {
    const patient = await server.newPatient();
    const first = (await upload(patient)).ok.profileUrl;
    const [old] = await filesOf(patient);
    const second = (await upload(patient)).ok.profileUrl;
    expect(second).not.toBe(first);
    const left = await filesOf(patient);
    expect([left.length, left[0]?.id === old?.id]).toEqual([1, false]);
    await server.services.jobs.drain();
    expect(await server.services.files.get(old?.storage_key ?? "")).toBeUndefined();
    expect((await download(patient)).status).toBe(200);
  });

  test("after removal there is none; removing none changes nothing", async () => {
    const patient = await server.newPatient();
    await upload(patient);
    const remove = () => server.call(account.removeAvatar, {}, { token: patient.token });
    expect((await remove()).ok.profileUrl).toBeNull();
    expect((await remove()).status).toBe(200);
    expect([await filesOf(patient), (await download(patient)).status]).toEqual([[], 404]);
  });

  test("a document is not accepted as a picture", async () => {
    const patient = await server.newPatient();
    const bytes = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<<>>\n%%EOF\n");
    const { status, problem } = await upload(patient, { name: "a.pdf", type: "application/pdf", bytes });
    expect([status, problem.message]).toEqual([415, "Please choose a picture: JPEG, PNG, TIFF or HEIC."]);
    expect(await filesOf(patient)).toEqual([]);
  });
});
