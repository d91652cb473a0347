/**
 * The chunks of every page that is not an entry page. Each `import()` carries the names of all the files it loads, two hundred in all: sign-in loads
 * none of them.
 */

export const dashboardShell = () => import("#app/shell/dashboard/dashboard-shell.tsx");
export const playground = () => import("#app/playground/playground.tsx");
export const emailChange = () => import("#app/account/security/email-change.tsx");
export const oneAccount = () => import("#app/account/security/one-account.tsx");
export const noMoreInvitations = () => import("#app/growth/referral/no-more-invitations.tsx");
export const reportADeath = () => import("#app/support/contact/report-a-death.tsx");
export const helper = () => import("#app/helpers/helper-page.tsx");
export const helperLink = () => import("#app/helpers/link-page.tsx");
export const helpers = () => import("#app/account/helpers/helpers-page.tsx");
export const healthQuestions = () => import("#app/onboarding/questions/health-questions-page.tsx");
export const treatmentOptions = () => import("#app/onboarding/options/treatment-options-page.tsx");
export const treatmentAddons = () => import("#app/onboarding/addons/treatment-addons-page.tsx");
export const identityVerification = () => import("#app/onboarding/identity/identity-verification-page.tsx");
export const checkout = () => import("#app/onboarding/checkout/checkout-page.tsx");
export const home = () => import("#app/treatment/overview/home.tsx");
export const treatment = () => import("#app/treatment/plan/plan-page.tsx");
export const messages = () => import("#app/messages/conversations-page.tsx");
export const doctor = () => import("#app/messages/doctor-page.tsx");
export const patientServices = () => import("#app/messages/patient-services-page.tsx");
export const support = () => import("#app/support/help-center/help-center-page.tsx");
export const subscription = () => import("#app/treatment/subscriptions/subscription-page.tsx");
export const order = () => import("#app/treatment/order/order-page.tsx");
export const yourAccount = () => import("#app/account/profile/your-account.tsx");
export const accountSettings = () => import("#app/account/settings/account-settings.tsx");
export const billingDetails = () => import("#app/account/billing/billing-details.tsx");
export const identity = () => import("#app/account/identity/identity-settings.tsx");
export const billingAddress = () => import("#app/account/addresses/billing-address.tsx");
export const shippingAddress = () => import("#app/account/addresses/shipping-address.tsx");
export const passwordAndDevices = () => import("#app/account/security/password-and-devices.tsx");
export const emailsPage = () => import("#app/account/settings/emails-page.tsx");
export const appearance = () => import("#app/account/settings/appearance-settings.tsx");
export const sharing = () => import("#app/account/settings/sharing-page.tsx");
export const requests = () => import("#app/account/requests/requests-page.tsx");
export const share = () => import("#app/account/record-codes/record-codes-page.tsx");
export const speaking = () => import("#app/account/speaking/speaking-page.tsx");
export const email = () => import("#app/account/security/email-settings.tsx");
export const closeAccount = () => import("#app/account/security/close-account.tsx");
export const medicalInformation = () => import("#app/account/medical-information/medical-information.tsx");
export const insuranceDocuments = () => import("#app/documents/uploads/insurance-documents.tsx");
export const contactUs = () => import("#app/support/contact/contact-page.tsx");
export const cancelSubscription = () => import("#app/treatment/subscriptions/cancel/cancel-page.tsx");
export const referral = () => import("#app/growth/referral/referral-page.tsx");
