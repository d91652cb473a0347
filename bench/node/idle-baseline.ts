import Fastify from "fastify";
import { PgBoss } from "pg-boss";

/** The baseline for an idle node: Fastify with one route and one pg-boss worker with default settings, on the database of DATABASE_URL. */
const boss = new PgBoss(process.env["DATABASE_URL"] ?? "");
boss.on("error", (error) => console.error(error.message));
await boss.start();
await boss.createQueue("rest");
await boss.work("rest", async () => undefined);
const app = Fastify();
app.get("/health/ready", () => ({ ready: true }));
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"]) });
