import { createServer } from "node:http";
import pg from "pg";

/** The baseline: node:http with the same driver and the same query, nothing else. */
const [port, connectionString, patientId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });
createServer((_request, response) => {
  pool
    .query({
      name: "one",
      text: "select * from shipping_address where patient_id = $1 and is_default",
      values: [patientId],
    })
    .then(({ rows }) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(rows[0] ?? null));
    })
    .catch(() => response.writeHead(500).end());
}).listen(Number(port), "127.0.0.1");
