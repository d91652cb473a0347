import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";

/** Connections a node opens to the gateway at once; a further call waits for one, within its own time. */
const maxConnections = 20;
/** A body that says more than this, in bytes, is no answer of the gateway's. */
const maxBodyBytes = 20 * 1024 * 1024;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

/** The gateway's answer was no JSON object. What it was is not repeated: it may quote what was sent. */
class NoJsonObject extends Error {}

/**
 * How the SDK reaches the gateway: `timeout` bounds a whole answer, from waiting for a connection to its last byte (the SDK's own client bounds only
 * silence), connections are bounded, and an answer is a JSON object or an error. (A JSON string makes the SDK throw where nobody catches it.)
 */
export function boundedHttpClient(): Stripe.HttpClient {
  const options = { keepAlive: true, maxSockets: maxConnections };
  const [http, https] = [new HttpAgent(options), new HttpsAgent(options)];
  return {
    getClientName: () => "node",
    async makeRequest(host, port, path, method, headers, requestData, protocol, timeout) {
      const signal = AbortSignal.timeout(timeout);
      try {
        const insecure = protocol === "http";
        const sent = (insecure ? httpRequest : httpsRequest)({
          ...{ host, port, path, method, signal },
          headers: headers as Record<string, string>,
          agent: insecure ? http : https,
        });
        return responseOf(await answerTo(sent, requestData));
      } catch (error) {
        // By this code the SDK knows a timeout.
        if (signal.aborted) throw Object.assign(new Error("No answer in time"), { code: "ETIMEDOUT" });
        throw error;
      }
    },
  };
}

function answerTo(sent: ReturnType<typeof httpRequest>, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    sent.on("error", reject);
    // Nothing was asked to be upgraded; without this the socket would be closed without an error.
    sent.on("upgrade", (_response, socket) => {
      socket.destroy();
      reject(new Error("The connection was upgraded"));
    });
    sent.on("response", (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBodyBytes) sent.destroy(new Error("The answer is too long"));
      });
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response.headers), body: read }),
        reject,
      );
    });
    sent.end(body);
  });
}

const headersOf = (headers: NodeJS.Dict<string | string[]>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function responseOf({ status, headers, body }: Answer): Stripe.HttpClientResponse {
  const raw = { statusCode: status };
  return {
    getStatusCode: () => status,
    getHeaders: () => headers,
    getRawResponse: () => raw,
    toStream: () => {
      throw new Error("Answers are read whole");
    },
    toJSON: async () => {
      const parsed: unknown = JSON.parse(body);
      if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw new NoJsonObject();
      return parsed;
    },
  };
}
