import type { Tx } from "#server/platform/database/open.ts";

/** Points her at another picture, or at none. Resolves with the id of the file she had, null without one. */
export async function updateAvatarFile(tx: Tx, patientId: string, fileId: string | null): Promise<string | null> {
  const { profile_file_id: earlier } = await tx
    .selectFrom("patient")
    .select("profile_file_id")
    .where("id", "=", patientId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable("patient").set({ profile_file_id: fileId }).where("id", "=", patientId).execute();
  return earlier;
}
