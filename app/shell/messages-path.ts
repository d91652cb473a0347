/** Path of Messages: the list where the patient's state has the patient-services chat, else the doctor's conversation (spec §2.1, §6). */
export function messagesPath(state: string | null, adminChatStates: readonly string[]): string {
  return state !== null && adminChatStates.includes(state) ? "/messages" : "/messages/doctor";
}
