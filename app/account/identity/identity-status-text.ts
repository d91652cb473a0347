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
  reason,
}: Pick<Identity, "identitystatus" | "requestedphotos" | "reason">): IdentityStatusText {
  switch (identitystatus) {
    case "matched":
      return {
        badge: { tone: "success", label: "Confirmed" },
        title: "We know it’s you",
        text: "We’ve confirmed your identity. You don’t need to do anything else.",
      };
    case "review":
      return requestedPhotos.length > 0
        ? {
            badge: { tone: "warning", label: "We need a photo" },
            title: "A person is checking your identity",
            text: "Please send what’s missing below. Then we can continue.",
          }
        : {
            badge: { tone: "neutral", label: "In review" },
            title: "A person is looking at your photos",
            text: "This takes a day at most. You don’t need to do anything else. We’ll email you if we need anything.",
          };
    case "no_match":
      return {
        badge: { tone: "warning", label: "Not confirmed" },
        title: "We couldn’t confirm your identity",
        text:
          reason ??
          (requestedPhotos.length > 0
            ? "The photos weren’t clear enough. Please send new ones in good light, and a person will look again."
            : "Your details didn’t match. Your visit shows you what to do next."),
      };
    case "none":
      return {
        badge: { tone: "neutral", label: "Not needed yet" },
        title: "No check yet",
        text: "We check who you are before a doctor prescribes for you. We’ll ask you when it’s time.",
      };
  }
}
