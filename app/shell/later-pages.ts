/** Pages of the dashboard that are not there yet: what each will be for. */
export const laterPages: readonly { readonly path: string; readonly title: string; readonly text: string }[] = [
  { path: "/messages", title: "Messages", text: "Here you will write with your doctor and with patient services." },
  { path: "/messages/doctor", title: "Your doctor", text: "Here you will write with your doctor." },
  { path: "/messages/patient_services", title: "Patient services", text: "Here you will write with patient services." },
  { path: "/subscription/:id", title: "Your subscription", text: "Here you will pause, change or cancel it." },
  { path: "/your-account", title: "Your account", text: "Here you will see and change what we know of you." },
  { path: "/account-settings", title: "Account settings", text: "Here you will change your details." },
  { path: "/account-settings/billing-details", title: "Billing details", text: "Here you will change your card." },
  {
    path: "/account-settings/identity-verification",
    title: "Your identity",
    text: "Here you will see how your identity check went.",
  },
  {
    path: "/account-settings/billing-address",
    title: "Billing address",
    text: "Here you will change your billing address.",
  },
  {
    path: "/account-settings/shipping-address",
    title: "Shipping address",
    text: "Here you will change where we ship to.",
  },
  {
    path: "/medical-information",
    title: "Medical information",
    text: "Here you will see your answers and change them.",
  },
  { path: "/insurance-documents", title: "Insurance documents", text: "Here you will find receipts and letters." },
  { path: "/cancel-subscription", title: "Cancel your subscription", text: "Here you will cancel, in two clicks." },
  { path: "/referral", title: "Refer a Friend", text: "Here you will invite a friend." },
];
