/**
 * Applies the migrations as a start would: `npm run migrate`. With `-- --plan` it only prints what would run. Reads `DATABASE_URL`, or the embedded
 * database of `DATA_DIR` while the app is stopped.
 */
import { migrate, planMigrations } from "#server/platform/database/migrate.ts";
import { openReportDatabase } from "./experiment-report.ts";

try {
  const database = await openReportDatabase(process.env);
  const plan = process.argv.includes("--plan");
  const names = plan
    ? (await planMigrations(database)).map(({ name, transaction }) =>
        transaction ? name : `${name} (without transaction)`,
      )
    : await migrate(database);
  const [none, some] = plan ? ["Nothing to run.", "Would run:"] : ["Nothing was left to run.", "Applied:"];
  console.log(names.length === 0 ? none : [some, ...names.map((name) => `  ${name}`)].join("\n"));
  await database.close();
} catch (error) {
  console.error((error as Error).message.split("\n")[0]);
  process.exitCode = 1;
}
