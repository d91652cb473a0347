import type { FastifyInstance } from "fastify";
import type { Selectable } from "kysely";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { cropToSquare } from "#server/platform/files/image/crop-to-square.ts";
import { acceptUpload } from "#server/platform/files/receive-upload.ts";
import { discardQueue } from "#server/platform/files/uploads.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

/**
 * Doctors' portraits that the practice uploads. They are beside the card and not part of it: `profile_url` stays what the content or the card says, so a start
 * with the content undoes no upload, and an upload stops no content. What is shown is the upload, or else `profile_url`.
 *
 * Like the pictures that are part of the app, anybody may load one. Each upload has an address of its own, so browsers keep it for good.
 */

type Deps = Pick<Services, "db" | "clock" | "files" | "jobs" | "limiter">;

const addressPrefix = "/doctors/portraits/";
const yearSeconds = 31_536_000;

/** Address of the picture that was uploaded; null without one. */
export const uploadedPortraitUrl = ({ portrait_id }: Pick<Selectable<Tables["doctor"]>, "portrait_id">) =>
  portrait_id && `${addressPrefix}${portrait_id}.jpg`;

/** Sets a doctor's portrait and deletes the earlier upload. The same picture again changes nothing, so a call whose answer was lost may be repeated. */
export async function setPortrait(services: Deps, doctorId: string, part: UploadedPart, owner: string): Promise<void> {
  const { db, clock, files } = services;
  const doctor = await db
    .selectFrom("doctor")
    .leftJoin("doctor_portrait", "doctor_portrait.id", "doctor.portrait_id")
    .select("doctor_portrait.sha256")
    .where("doctor.id", "=", doctorId)
    .executeTakeFirst();
  if (!doctor) throw new Refusal("not_found");
  const pictureOnly = sentence("requests.choose_picture");
  const { bytes, type, sha256 } = await acceptUpload(services, { owner, part, pictureOnly, transform: cropToSquare });
  if (sha256 === doctor.sha256) return;
  const id = newId();
  const portrait = { id, storage_key: `doctor_portrait/${id}`, size: bytes.length, sha256, uploaded_at: clock.now() };
  // First the bytes, then the row, so that a row always has its bytes.
  await files.put(portrait.storage_key, bytes, type);
  await replacePortrait(services, doctorId, portrait);
}

/** Deletes the portrait that was uploaded; without one nothing changes. */
export const removePortrait = (services: Deps, doctorId: string): Promise<void> =>
  replacePortrait(services, doctorId, null);

/** The earlier picture's row is deleted in the transaction that replaces it, its bytes once that has committed. */
function replacePortrait(
  { db, jobs }: Deps,
  doctorId: string,
  portrait: Selectable<Tables["doctor_portrait"]> | null,
): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const doctor = await tx
      .selectFrom("doctor")
      .select("portrait_id")
      .where("id", "=", doctorId)
      .forUpdate()
      .executeTakeFirst();
    if (!doctor) throw new Refusal("not_found");
    if (portrait) await tx.insertInto("doctor_portrait").values(portrait).execute();
    await tx
      .updateTable("doctor")
      .set({ portrait_id: portrait?.id ?? null })
      .where("id", "=", doctorId)
      .execute();
    if (doctor.portrait_id === null) return;
    const { storage_key: key } = await tx
      .deleteFrom("doctor_portrait")
      .where("id", "=", doctor.portrait_id)
      .returning("storage_key")
      .executeTakeFirstOrThrow();
    await jobs.enqueue(tx, discardQueue, { key });
  });
}

/** Serves the portraits. Nothing but a re-encoded JPEG is ever behind these addresses. */
export function registerPortraits(app: FastifyInstance, { db, files, limiter, config }: Services): void {
  app.get<{ Params: { name: string } }>(`${addressPrefix}:name`, async (request, reply) => {
    await limiter.consume("requests", request.ip, { points: config.requestsPerMinute, seconds: 60 });
    const id = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.jpg$/.exec(request.params.name)?.[1];
    const row =
      id && (await db.selectFrom("doctor_portrait").select("storage_key").where("id", "=", id).executeTakeFirst());
    const bytes = row && (await files.get(row.storage_key));
    if (!bytes) throw new Refusal("not_found");
    return reply
      .header("cache-control", `public, max-age=${yearSeconds}, immutable`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "cross-origin")
      .type("image/jpeg")
      .send(Buffer.from(bytes));
  });
}
