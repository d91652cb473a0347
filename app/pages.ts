/**
 * The chunks of every page nobody lands on first. Each `import()` carries the names of all the files it brings, two hundred in all:
 * sign-in loads none of them.
 */

export const dashboardShell = () => import("./shell/dashboard-shell.tsx");
export const playground = () => import("./playground/playground.tsx");
export const noMoreInvitations = () => import("./growth/referral/no-more-invitations.tsx");
export const healthQuestions = () => import("./onboarding/health-questions.tsx");
export const treatmentOptions = () => import("./onboarding/treatment-options.tsx");
export const treatmentAddons = () => import("./onboarding/treatment-addons.tsx");
export const identityVerification = () => import("./onboarding/identity-verification.tsx");
export const checkout = () => import("./onboarding/checkout.tsx");
export const home = () => import("./treatment/home.tsx");
export const treatment = () => import("./treatment/treatment.tsx");
export const messages = () => import("./messages/messages.tsx");
export const doctor = () => import("./messages/doctor.tsx");
export const patientServices = () => import("./messages/patient-services.tsx");
export const support = () => import("./support/support.tsx");
export const subscription = () => import("./treatment/subscription/subscription.tsx");
export const order = () => import("./treatment/order.tsx");
export const yourAccount = () => import("./account/your-account.tsx");
export const accountSettings = () => import("./account/account-settings.tsx");
export const billingDetails = () => import("./account/billing-details.tsx");
export const identity = () => import("./account/identity.tsx");
export const billingAddress = () => import("./account/billing-address.tsx");
export const shippingAddress = () => import("./account/shipping-address.tsx");
export const email = () => import("./account/email.tsx");
export const closeAccount = () => import("./account/close-account.tsx");
export const medicalInformation = () => import("./account/medical-information.tsx");
export const insuranceDocuments = () => import("./documents/insurance-documents.tsx");
export const contactUs = () => import("./support/contact-us.tsx");
export const cancelSubscription = () => import("./treatment/cancel/cancel-subscription.tsx");
export const referral = () => import("./growth/referral/referral.tsx");
