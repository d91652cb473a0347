import { queryKey } from "#app/api/query.ts";
import { account } from "#contract/account.ts";
import { limits } from "#contract/constants.ts";
import { documents } from "#contract/documents/calls.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { type FeedChange, notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/store.ts";
import { treatment } from "#contract/treatment.ts";

type Topic = FeedChange["topic"];

/** Home's action items depend on everything; the rest lists what shows each topic. */
const endpointsByTopic: Readonly<Record<Topic, readonly Endpoint[]>> = {
  user: [
    account.user,
    account.identity,
    account.sessions,
    account.healthAnswers,
    store.shippingAddresses,
    store.defaultShippingAddress,
    growth.referral,
    notifications.preferences,
    // The patient's state decides whom they can write to.
    messages.conversations,
    treatment.full,
  ],
  onboarding: [onboarding.record, treatment.full],
  treatment: [treatment.full, treatment.order, account.user, messages.conversations],
  order: [treatment.full, treatment.order, treatment.shipment, documents.available, account.user],
  payment: [payment.sources, account.billingAddress, treatment.full, account.user],
  document: [documents.list, documents.available],
  conversation: [messages.conversations, messages.conversation, messages.unreadCount, treatment.full, account.user],
  message: [messages.conversations, messages.unreadCount],
  notification: [notifications.list],
  followup: [followup.check, treatment.full],
  offer: [growth.dashboardUpsells],
};

/** Keys of the queries that show these topics, each once. */
export function queryKeysOf(topics: Iterable<Topic>): readonly (readonly unknown[])[] {
  const endpoints = new Set([...topics].flatMap((topic) => endpointsByTopic[topic] ?? []));
  return [...endpoints].map((endpoint) => queryKey(endpoint));
}

/** Debounces changed topics for 800 ms (spec §9), so that a burst makes one fetch of each query; then passes on the keys. */
export function debounceTopics(
  refetch: (keys: readonly (readonly unknown[])[]) => void,
  after: (ms: number, run: () => void) => unknown,
): (items: readonly FeedChange[]) => void {
  const topics = new Set<Topic>();
  return (items) => {
    if (items.length > 0 && topics.size === 0) {
      after(limits.throttleMs, () => {
        const keys = queryKeysOf(topics);
        topics.clear();
        refetch(keys);
      });
    }
    for (const { topic } of items) topics.add(topic);
  };
}
