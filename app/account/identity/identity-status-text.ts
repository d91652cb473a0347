import type { account } from "#contract/account/calls.ts";
import type { Output } from "#contract/http/endpoint.ts";

export type Identity = Output<typeof account.identity>;

interface IdentityStatusText {
  readonly badge: { readonly tone: "neutral" | "success" | "warning"; readonly label: string };
  readonly title: string;
  readonly text: string;
}

/** The status of the identity check, in words for the patient. */
export function identityStatusText({
  identitystatus,
  requestedphotos: requestedPhotos,
}: Pick<Identity, "identitystatus" | "requestedphotos">): IdentityStatusText {
  switch (identitystatus) {
    case "matched":
      return {
        badge: { tone: "success", label: "Confirmed" },
        title: "We know it’s you",
        text: "Your identity is confirmed. There is nothing left to do.",
      };
    case "review":
      return requestedPhotos.length > 0
        ? {
            badge: { tone: "warning", label: "We need a photo" },
            title: "A person checks your identity",
            text: "Please send what is missing below. Then we can go on.",
          }
        : {
            badge: { tone: "neutral", label: "In review" },
            title: "A person looks at your photos",
            text: "This takes a day at most. Nothing else is needed from you. We write if we need anything.",
          };
    case "no_match":
      return {
        badge: { tone: "warning", label: "Not confirmed" },
        title: "We could not confirm your identity",
        text:
          requestedPhotos.length > 0
            ? "The photos did not show enough. Please send new ones in good light, and a person looks again."
            : "Your details did not match. Your visit shows you how to go on.",
      };
    case "none":
      return {
        badge: { tone: "neutral", label: "Not needed yet" },
        title: "No check yet",
        text: "We check who you are before a doctor prescribes for you. We ask you when it is time.",
      };
  }
}
