import { useState } from "react";
import { isRefusalOfCall } from "#app/api/api-error.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";

/**
 * Requests of one place that must not be done twice: the same one keeps its idempotency key until it has worked or was refused, so sending it again after a
 * lost answer repeats it. `request` is what is asked for, as data.
 */
export function createKeyedRequests(newKey: () => string = randomUuid) {
  let last = { request: "", key: "" };
  return async <T>(request: unknown, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(request);
    if (last.request !== text) last = { request: text, key: newKey() };
    const sent = last;
    const settle = () => {
      if (last === sent) last = { request: "", key: "" };
    };
    try {
      const result = await send(sent.key);
      settle();
      return result;
    } catch (error) {
      if (isRefusalOfCall(error)) settle();
      throw error;
    }
  };
}

export type KeyedRequests = ReturnType<typeof createKeyedRequests>;

export const useKeyedRequests = (): KeyedRequests => useState(() => createKeyedRequests())[0];
