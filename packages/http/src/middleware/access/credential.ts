import type { ApiKey, Scope, Share } from "@daybook/access"

/** The holder of a key, or of the token of a share. */
export type Credential = ApiKey | Share

/** The rights of a holder. A share has those of a read key, at its own address. */
export const credentialScope = (holder: Credential): Scope => ("scope" in holder ? holder.scope : "read")

/**
 * Requests in 60 seconds of all sessions of a key together. A view of the page sends about seven requests, and no one
 * opens three views a second.
 */
export const sessionLimit = 1_200

/** The requests of a holder in 60 seconds: `byDefault` where the record says nothing else. */
export const limitOf = (holder: Credential, inSession: boolean, byDefault: number): number =>
  inSession ? sessionLimit : (("scope" in holder ? holder.rateLimit : undefined) ?? byDefault)

/**
 * The subject that a credential's requests are counted for. The page's sessions do not use up the requests of a key's
 * programs.
 */
export const subjectOf = (holder: Credential, inSession: boolean): string =>
  `${"scope" in holder ? (inSession ? "session" : "key") : "share"} ${holder.id}`
