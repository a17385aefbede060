import type { ApiKey, Scope, Share, TokenHolder } from "@daybook/access"

/** The holder of a key, of the token of a share, or of an assistant's access token. */
export type Credential = ApiKey | Share | TokenHolder

/** True for a key's record. */
export const isKey = (holder: Credential): holder is ApiKey => "scope" in holder

/** True for an assistant that was connected by OAuth. */
export const isAssistant = (holder: Credential): holder is TokenHolder => "clientId" in holder

/**
 * The rights of a holder: a share has a read key's rights at its own path, an assistant a read or an admin key's rights
 * inside `/mcp`.
 */
export const credentialScope = (holder: Credential): Scope => {
  if (isKey(holder)) return holder.scope
  return isAssistant(holder) && holder.writes ? "admin" : "read"
}

/** True for a holder who reads for the owner: others see nothing that the owner hides. */
export const isOwner = (holder: Credential): boolean =>
  isAssistant(holder) || credentialScope(holder) === "admin"

/**
 * Requests in 60 seconds of all sessions of a key together. A view of the page sends about seven requests, and no one
 * opens three views a second.
 */
export const sessionLimit = 1_200

/** Requests in 60 seconds of a connected assistant: a model calls several tools at once. */
export const assistantLimit = 300

/** The requests of a holder in 60 seconds: `byDefault` where the record says nothing else. */
export const limitOf = (holder: Credential, inSession: boolean, byDefault: number): number => {
  if (inSession) return sessionLimit
  if (isAssistant(holder)) return assistantLimit
  return (isKey(holder) ? holder.rateLimit : undefined) ?? byDefault
}

/**
 * The subject that a credential's requests are counted for. The page's sessions do not use up the requests of a key's
 * programs.
 */
export const subjectOf = (holder: Credential, inSession: boolean): string => {
  if (isAssistant(holder)) return `assistant ${holder.id}`
  return `${isKey(holder) ? (inSession ? "session" : "key") : "share"} ${holder.id}`
}
